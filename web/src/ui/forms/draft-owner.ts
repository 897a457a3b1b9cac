import { createContext } from 'react'

/** Whose drafts are kept: the id of who is signed in. Where nobody is, nothing is kept. */
export const DraftOwner = createContext<string | undefined>(undefined)
