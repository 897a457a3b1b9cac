import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Failure } from './errors.ts'
import { makeEdit, showEdits } from './optimistic.ts'

type Marks = Record<string, boolean>

const queryKey = ['marks']
const keys = [queryKey]
const refusal = new Failure({ code: '42501', status: 403, message: '', hint: '' })
const outage = new Failure({ code: '', status: 0, message: 'Failed to fetch', hint: '' })

let queries: QueryClient
let stopReading: () => void
/** Resolves the pending read of the marks. */
let respond: (marks: Marks) => void
const read = vi.fn(() => new Promise<Marks>((resolve) => (respond = resolve)))

beforeEach(async () => {
  queries = new QueryClient()
  read.mockClear()
  const observer = new QueryObserver(queries, { queryKey, queryFn: read, staleTime: Infinity })
  stopReading = observer.subscribe(() => undefined)
  await receive({ roof: false, door: false })
})
afterEach(() => stopReading())

async function receive(marks: Marks) {
  respond(marks)
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0))
}

const marks = () => queries.getQueryData(queryKey)
const edit = (name: string) =>
  makeEdit<Marks>(
    queryKey,
    (all) => ({ ...all, [name]: true }),
    (all) => ({ ...all, [name]: false }),
  )
const show = (name: string) => showEdits(queries, [edit(name)], keys)

test('an edit is shown until the write fails, without a read if there is no connection', async () => {
  const shown = show('roof')
  expect(marks()).toEqual({ roof: true, door: false })
  shown.revert()
  await shown.end(outage)
  expect(marks()).toEqual({ roof: false, door: false })
  expect(read).toHaveBeenCalledTimes(1)
  expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(true)
})

test('a failure of the server reads the data again, because the write may be stored', async () => {
  const shown = show('roof')
  shown.revert()
  await shown.end(new Failure({ code: '', status: 504, message: '', hint: '' }))
  expect(read).toHaveBeenCalledTimes(2)
})

test('a first read that began before the write is repeated', async () => {
  const firstRead = vi.fn(() => new Promise<Marks>((resolve) => (respond = resolve)))
  const options = { queryKey: ['others'], queryFn: firstRead }
  const stop = new QueryObserver(queries, options).subscribe(() => undefined)
  const unchanged = (all: Marks) => all
  const shown = showEdits(queries, [makeEdit(options.queryKey, unchanged, unchanged)], [])
  await shown.end(null)
  respond({ roof: false })
  await vi.waitFor(() => expect(firstRead).toHaveBeenCalledTimes(2))
  stop()
})

test('a failure takes back neither another write nor a change that arrived meanwhile', async () => {
  const roof = show('roof')
  const door = show('door')
  queries.setQueryData<Marks>(queryKey, (all) => ({ ...all, lift: true }))
  roof.revert()
  await roof.end(outage)
  expect(marks()).toEqual({ roof: false, door: true, lift: true })
  await door.end(null)
  expect(marks()).toEqual({ roof: false, door: true, lift: true })
})

test('a response during the write does not hide the edit, and its data is read again', async () => {
  const shown = show('roof')
  void queries.invalidateQueries({ queryKey })
  await receive({ roof: false, door: true })
  expect(marks()).toEqual({ roof: true, door: true })
  shown.revert()
  await shown.end(outage)
  expect(marks()).toEqual({ roof: false, door: true })
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(3))
})

test('a response to a read from before the write is ignored, and the data is read again', async () => {
  void queries.invalidateQueries({ queryKey })
  const respondLate = respond
  const shown = show('roof')
  await shown.end(null)
  respondLate({ roof: false, door: false })
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(3))
  expect(marks()).toEqual({ roof: true, door: false })
  await receive({ roof: true, door: true })
  expect(marks()).toEqual({ roof: true, door: true })
})

test('a response to a read from during the write is ignored once the write has succeeded', async () => {
  const shown = show('roof')
  void queries.invalidateQueries({ queryKey })
  const respondLate = respond
  await shown.end(null)
  respondLate({ roof: false, door: false })
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(3))
  expect(marks()).toEqual({ roof: true, door: false })
})

test('a refusal reads the data again, and later responses stay as they are', async () => {
  const shown = show('roof')
  shown.revert()
  await shown.end(refusal)
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  await receive({ roof: false, door: true })
  expect(marks()).toEqual({ roof: false, door: true })
})

test('the first read of the data goes on, and its response gets the edit', async () => {
  queries.removeQueries({ queryKey })
  const observer = new QueryObserver(queries, { queryKey, queryFn: read })
  const stop = observer.subscribe(() => undefined)
  show('roof')
  await receive({ roof: false, door: false })
  expect(marks()).toEqual({ roof: true, door: false })
  stop()
})
