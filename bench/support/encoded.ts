import { anyJob, type Asked, type Sequence } from './cases.ts'

/** Encodes each request once. The parts that differ between inserts are overwritten in place. */
export async function encoded(
  { all, at }: Sequence,
  encode: (asked: Asked) => Buffer | Promise<Buffer>,
) {
  const templates = new Map<Asked, { bytes: Buffer; jobAt: number }>()
  for (const asked of all) {
    const bytes = await encode(asked)
    templates.set(asked, { bytes, jobAt: bytes.indexOf(anyJob) })
  }
  return (index: number): Buffer => {
    const { asked, job } = at(index)
    const template = templates.get(asked)
    if (!template) throw new Error('A request that is not among all.')
    if (job === undefined) return template.bytes
    const own = Buffer.from(template.bytes)
    own.write(job, template.jobAt, 'latin1')
    return own
  }
}
