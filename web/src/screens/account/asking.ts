/** What is dangerous wants the password once more, of who found a device unlocked as well. */

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { PasswordNeeded } from "../../api/account";

/** Asks for the password. False when it was not given. */
export type AskPassword = () => Promise<boolean>;

export const AskPasswordContext = createContext<AskPassword>(async () => false);

export function useAskPassword(): AskPassword {
  return useContext(AskPasswordContext);
}

/** Does the work; where the password is needed it is asked for, and the work done again. Rejects with PasswordNeeded. */
export function useWithPassword(): <T>(work: () => Promise<T>) => Promise<T> {
  const ask = useAskPassword();
  return async (work) => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PasswordNeeded) || !(await ask())) throw error;
      return work();
    }
  };
}
