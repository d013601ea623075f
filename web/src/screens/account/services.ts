/** The account's part of the page's services: loaded with its screens alone. */

import { type Accounts, createAccounts } from "../../api/account";
import { createSend } from "../../api/request";
import { send, session } from "../../services";

export const accounts: Accounts = createAccounts(send, createSend({ base: "/_allauth/browser/v1/" }), session);
