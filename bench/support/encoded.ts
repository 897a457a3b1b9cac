import { anyJob, type MeasuredRequest, type Sequence } from './cases.ts'

/** Encodes each request once. For an insert, the job's id is written into a copy of the bytes. */
export async function encoded(
  { all, at }: Sequence,
  encode: (request: MeasuredRequest) => Buffer | Promise<Buffer>,
) {
  const templates = new Map<MeasuredRequest, { bytes: Buffer; jobAt: number }>()
  for (const request of all) {
    const bytes = await encode(request)
    templates.set(request, { bytes, jobAt: bytes.indexOf(anyJob) })
  }
  return (index: number): Buffer => {
    const { request, job } = at(index)
    const template = templates.get(request)
    if (!template) throw new Error('A request that is not among all.')
    if (job === undefined) return template.bytes
    const own = Buffer.from(template.bytes)
    own.write(job, template.jobAt, 'latin1')
    return own
  }
}
