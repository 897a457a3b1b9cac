import { messageOf } from '../message-of.ts'

/** A failure that the operator can fix, as the message explains in one line. */
export class StartupFailure extends Error {}

/** Returns one line for a problem that an operator can solve, and the stack for a bug. */
export function explainFailure(error: unknown): string {
  if (error instanceof StartupFailure) return error.message
  if (!isSystemError(error)) return error instanceof Error ? (error.stack ?? '') : String(error)
  if (error.code === 'EADDRINUSE') {
    return `Port ${error.port} on ${error.address} is taken. Set PORT to another one.`
  }
  if (error.syscall === 'listen' || error.syscall === 'getaddrinfo') {
    const address = error.address ?? error.hostname
    return `Cannot listen on ${address}: ${messageOf(error)}. Check HOST and PORT.`
  }
  return `Cannot use ${error.path ?? 'a file'}: ${errorReasons[error.code] ?? messageOf(error)}.`
}

const errorReasons: Record<string, string> = {
  EACCES: 'there is no permission',
  EPERM: 'there is no permission',
  EROFS: 'it can only be read',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'something else stands there',
}

interface SystemError extends Error {
  code: string
  syscall: string
  path?: string
  address?: string
  hostname?: string
  port?: number
}

function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'syscall' in error && 'code' in error
}
