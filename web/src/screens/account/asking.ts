/** What is dangerous wants to know once more whose account it is, of who found a device unlocked as well. */

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { ProofNeeded } from "../../api/allauth";

/** Asks for the password, a passkey or a mailed code. False when none was given. */
export type AskProof = () => Promise<boolean>;

export const AskProofContext = createContext<AskProof>(async () => false);

export function useAskProof(): AskProof {
  return useContext(AskProofContext);
}

/** Does the work; where a proof is needed it is asked for, and the work done again. Rejects with ProofNeeded. */
export function useProven(): <T>(work: () => Promise<T>) => Promise<T> {
  const ask = useAskProof();
  return async (work) => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProofNeeded) || !(await ask())) throw error;
      return work();
    }
  };
}
