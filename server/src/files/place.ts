import type { FileStore } from './file-store.ts'

/** Where versions of files lie, or what was made of them. */
export type Place = Pick<FileStore, 'list' | 'remove'>
