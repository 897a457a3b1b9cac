import { type FileKind, sizeText, thereText } from './file-kinds.ts'

export interface RefusedFile {
  name: string
  /** A sentence. */
  reason: string
}

interface Limits {
  kind: FileKind
  /** How many were stored earlier, and stay. */
  kept: number
  present: File[]
}

/** Which of the chosen files are taken beside those that are there, and why the others are not. */
export function judgeFiles(files: File[], { kind, kept, present }: Limits) {
  const taken: File[] = []
  const refused: RefusedFile[] = []
  for (const file of files) {
    const there = [...present, ...taken]
    const reason = faultOf(file, kind) ?? faultBeside(file, there, kind, kept)
    if (reason) refused.push({ name: file.name, reason })
    else taken.push(file)
  }
  return { taken, refused }
}

function faultOf({ type, size }: File, { types, typeNames, mostBytes }: FileKind) {
  if (!types.includes(type)) return `Choose ${typeNames} instead.`
  if (size === 0) return 'It is empty.'
  if (size > mostBytes) return `It is larger than ${sizeText(mostBytes)}.`
  return undefined
}

function faultBeside(file: File, there: File[], { noun, most }: FileKind, kept: number) {
  if (there.some((other) => isSame(file, other))) return 'It is chosen already.'
  if (there.length + kept < most) return undefined
  const enough = most === 1 ? `One ${noun} is enough` : `${most} ${noun}s are enough`
  return kept > 0 ? `${enough}; ${thereText(kept)}.` : `${enough}.`
}

function isSame(one: File, other: File) {
  return (
    one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
  )
}
