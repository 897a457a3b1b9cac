import { anyJob, type MeasuredRequest, type Sequence } from './cases.ts'

/** Encodes each request once. For an insert, the job's id is written into a copy of the bytes. */
export async function encoded(
  { requests, requestAt }: Sequence,
  encode: (request: MeasuredRequest) => Buffer | Promise<Buffer>,
) {
  const templates = new Map<MeasuredRequest, { bytes: Buffer; jobAt: number }>()
  for (const request of requests) {
    const bytes = await encode(request)
    templates.set(request, { bytes, jobAt: bytes.indexOf(anyJob) })
  }
  return (index: number): Buffer => {
    const { request, job } = requestAt(index)
    const template = templates.get(request)
    if (!template) throw new Error('The request is not part of the sequence.')
    if (job === undefined) return template.bytes
    const copy = Buffer.from(template.bytes)
    copy.write(job, template.jobAt, 'latin1')
    return copy
  }
}
