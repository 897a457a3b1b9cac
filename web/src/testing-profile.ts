// Stubs the server's storage of a user's profile and files.
import { fireEvent } from '@testing-library/react'
import * as z from 'zod/mini'
import { json, type NetworkRequest, reply, rows } from './testing-network.ts'
import { userId } from './testing-screen.tsx'

const emptyProfile = {
  id: userId,
  role: 'consultant',
  username: null,
  full_name: 'Priya Raman',
  company_name: null,
  headline: null,
  location: null,
  bio: null,
  services: [],
  certifications: [],
  profile_picture: null,
  time_zone: 'America/Denver',
  consultation_fee: 90,
  average_rating: null,
  is_hidden: false,
}

type Profile = Record<string, unknown>

let uploadGate = Promise.resolve()

/** Returns the stored profile and files, so that a test can check how requests change them. */
export function storeProfile(values: Profile = {}, paths: readonly string[] = []) {
  const profile: Profile = { ...emptyProfile, ...values }
  const files = new Set(paths.map((path) => `${userId}/${path}`))
  uploadGate = Promise.resolve()
  reply('GET', '/rest/v1/profiles', () => rows([{ ...profile, documents: documentsIn(files) }]))
  reply('PATCH', '/rest/v1/profiles', ({ body }) => {
    Object.assign(profile, body)
    return rows([{ id: userId }])
  })
  for (const bucket of ['documents', 'user-files']) replyFromBucket(bucket, files)
  return { profile, files }
}

/** Makes uploads wait until the returned function is called. */
export function holdUploads() {
  const { promise, resolve } = Promise.withResolvers<void>()
  uploadGate = promise
  return resolve
}

function documentsIn(files: ReadonlySet<string>) {
  const ofKind = (kind: string) => [...files].filter((path) => path.includes(`/${kind}/`))
  return { resume: ofKind('resume').at(-1) ?? null, certifications: ofKind('certification') }
}

const listBody = z.object({ prefix: z.string() })
const removeBody = z.object({ prefixes: z.array(z.string()) })
const signBody = z.object({ paths: z.array(z.string()) })

function replyFromBucket(bucket: string, files: Set<string>) {
  const root = '/storage/v1/object'
  reply('POST', `${root}/${bucket}/*`, (request) => storeFile(request, `${root}/${bucket}/`, files))
  reply('POST', `${root}/list/${bucket}`, ({ body }) => {
    const folder = `${listBody.parse(body).prefix}/`
    const matching = [...files].filter((path) => path.startsWith(folder))
    return json(matching.map((path) => ({ name: path.slice(folder.length) })))
  })
  reply('DELETE', `${root}/${bucket}`, ({ body }) => {
    const { prefixes } = removeBody.parse(body)
    for (const path of prefixes) files.delete(path)
    return json(prefixes.map((name) => ({ name })))
  })
  reply('POST', `${root}/sign/${bucket}`, ({ body }) => {
    const { paths } = signBody.parse(body)
    return json(paths.map((path) => ({ path, error: null, signedURL: `/signed/${path}` })))
  })
}

async function storeFile({ path }: NetworkRequest, folder: string, files: Set<string>) {
  await uploadGate
  const stored = path.slice(folder.length)
  for (const other of files) if (isReplaced(other, stored)) files.delete(other)
  files.add(stored)
  return json({ Key: path })
}

/** Only resumes are replaced, because a user has at most one resume. */
function isReplaced(path: string, stored: string) {
  return [path, stored].every((each) => each.includes('/resume/'))
}

/** Chooses files in the file picker of a part of the page. */
export function chooseFiles(part: HTMLElement, files: File[]) {
  const input = part.querySelector('input[type=file]')
  if (!input) throw new Error('There is no file picker here.')
  fireEvent.change(input, { target: { files } })
}

export const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' })
export const png = (name: string) => new File(['picture'], name, { type: 'image/png' })
