// Converts the subject of a conversation into a route, a URL parameter of the inbox, and ids for a message.
import * as z from 'zod/mini'

export type ChatAddress =
  | { kind: 'job'; jobId: string; contractorId: string | undefined }
  | { kind: 'consultation'; consultationId: string }

const id = z.uuid()

export function isId(text: string | null | undefined): text is string {
  return id.safeParse(text).success
}

/** Returns the value of the inbox's URL parameter `thread`, which is also the conversation's realtime topic. */
export function threadName(address: ChatAddress): string {
  if (address.kind === 'consultation') return `consultation:${address.consultationId}`
  return `job:${address.jobId}:${address.contractorId ?? ''}`
}

export function parseThreadName(thread: string | null): ChatAddress | undefined {
  const [kind, subject, contractorId] = thread?.split(':') ?? []
  if (!isId(subject)) return undefined
  if (kind === 'consultation') return { kind, consultationId: subject }
  if (kind !== 'job') return undefined
  return { kind, jobId: subject, contractorId: isId(contractorId) ? contractorId : undefined }
}

export function chatPath(address: ChatAddress): string {
  if (address.kind === 'consultation') return `/chat/consultation/${address.consultationId}`
  const { jobId, contractorId } = address
  return `/chat/job/${jobId}${contractorId ? `?with=${contractorId}` : ''}`
}

/** Returns the ids with which a message stores its subject. */
export function messageSubject(address: ChatAddress) {
  const isJob = address.kind === 'job'
  return {
    jobId: isJob ? address.jobId : null,
    consultationId: isJob ? null : address.consultationId,
  }
}
