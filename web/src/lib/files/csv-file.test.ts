import assert from 'node:assert/strict'
import { test } from 'vitest'
import { csvFile, csvLine } from './csv-file.ts'
import type { RowKey } from './keyset.ts'
import { saveCsv, type Sink } from './save-csv.ts'

interface Row {
  id: number
  name: string
}

const rowsTo = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Row ${index + 1}` }))

/** Creates a list of `count` rows, whose responses have at most `maxRows` rows each. */
function listOf(count: number, maxRows = 1000) {
  const requestedKeys: (RowKey | undefined)[] = []
  const file = csvFile<Row>({
    name: 'rows',
    columns: [
      ['Id', ({ id }) => id],
      ['Name', ({ name }) => name],
    ],
    by: 'name',
    ask: async (after, limit) => {
      requestedKeys.push(after)
      const from = Number(after?.id ?? 0)
      const data = rowsTo(count).slice(from, from + Math.min(limit, maxRows))
      return { data, error: null, status: 200 }
    },
  })
  return { file, requestedKeys }
}

function memorySink() {
  const output = { text: '', state: 'open' }
  const sink: Sink = {
    write: async (text) => void (output.text += text),
    finish: async () => void (output.state = 'finished'),
    discard: async () => void (output.state = 'discarded'),
  }
  return { output, sink }
}

const watchProgress = () => {
  const rowCounts: number[] = []
  const abortController = new AbortController()
  return {
    rowCounts,
    abortController,
    signal: abortController.signal,
    onRows: (rows: number) => rowCounts.push(rows),
  }
}

test('a cell is quoted only if it needs to be', () => {
  assert.equal(
    csvLine(['a b', 'c,d', 'e"f', 'g\nh', 'i\r\nj']),
    'a b,"c,d","e""f","g\nh","i\r\nj"\r\n',
  )
  assert.equal(csvLine([null, undefined, '', 0, -12.5]), ',,,0,-12.5\r\n')
})

test('a text that a spreadsheet would read as a formula is escaped', () => {
  for (const sign of ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n']) {
    const cell = csvLine([`${sign}1+1`])
    assert.ok(cell.startsWith(`'${sign}`) || cell.startsWith(`"'${sign}`), JSON.stringify(cell))
  }
  assert.equal(csvLine(['=HYPERLINK("x","y")']), `"'=HYPERLINK(""x"",""y"")"\r\n`)
  assert.equal(csvLine(['a=b', 'a@b.c']), 'a=b,a@b.c\r\n')
})

test('a text with semicolons cannot start a formula where semicolons separate cells', () => {
  assert.equal(csvLine(['Ann;=1+1;', 'a; b']), "Ann;'=1+1;,a; b\r\n")
  assert.equal(csvLine(['Hello\r\n=1+1;']), `"Hello\r\n'=1+1;"\r\n`)
  assert.equal(csvLine(['Hello\t@SUM(A1)']), "Hello\t'@SUM(A1)\r\n")
})

test('text in every script stays the same', () => {
  const texts = ['حسن للصيانة', '<b>Bold</b> & Sons', 'Zoë 🛠', 'x'.repeat(200)]
  assert.equal(csvLine(texts), `${texts.join()}\r\n`)
})

test('keyset pagination reads each row of a list once', async () => {
  const { file, requestedKeys } = listOf(2500)
  const { output, sink } = memorySink()
  const { rowCounts, ...progressOptions } = watchProgress()
  await saveCsv(file, sink, progressOptions)
  const lines = output.text.split('\r\n')
  assert.equal(lines[0], '\uFEFFId,Name')
  assert.equal(lines[2500], '2500,Row 2500')
  assert.equal(new Set(lines).size, 2502)
  assert.deepEqual(rowCounts.slice(0, 3), [1000, 2000, 2500])
  assert.deepEqual(requestedKeys.slice(0, 2), [undefined, { value: 'Row 1000', id: 1000 }])
  assert.equal(output.state, 'finished')
})

test('no row is missing if the server sends fewer rows than requested', async () => {
  const { output, sink } = memorySink()
  await saveCsv(listOf(250, 100).file, sink, watchProgress())
  assert.equal(output.text.split('\r\n').length, 252)
})

test('an empty list becomes a file with column headers', async () => {
  const { output, sink } = memorySink()
  await saveCsv(listOf(0).file, sink, watchProgress())
  assert.deepEqual(output, { text: '\uFEFFId,Name\r\n', state: 'finished' })
})

test('a failed export leaves no file', async () => {
  let calls = 0
  const failing = csvFile<Row>({
    name: 'rows',
    columns: [['Id', ({ id }) => id]],
    by: 'id',
    ask: async () => {
      calls += 1
      return calls === 1
        ? { data: rowsTo(1000), error: null, status: 200 }
        : { data: null, error: { code: 'XX000', message: 'lost' }, status: 500 }
    },
  })
  const { output, sink } = memorySink()
  const { rowCounts, ...progressOptions } = watchProgress()
  await assert.rejects(saveCsv(failing, sink, progressOptions), /lost/)
  assert.equal(output.state, 'discarded')
  assert.deepEqual(rowCounts, [1000])
})

test('a full disk leaves no file, and the failure is reported', async () => {
  const { output, sink } = memorySink()
  const full = { ...sink, write: () => Promise.reject(new Error('No room.')) }
  await assert.rejects(saveCsv(listOf(10).file, full, watchProgress()), /No room/)
  assert.equal(output.state, 'discarded')
})

test('a cancelled export leaves no file', async () => {
  const { output, sink } = memorySink()
  const { abortController, signal } = watchProgress()
  await assert.rejects(
    saveCsv(listOf(5000).file, sink, { signal, onRows: () => abortController.abort() }),
    { name: 'AbortError' },
  )
  assert.equal(output.state, 'discarded')
  assert.equal(output.text.split('\r\n').length, 1002)
})

test('a row without its sort column is reported as an error', async () => {
  const file = csvFile({
    name: 'rows',
    columns: [],
    by: 'title',
    ask: async () => ({ data: rowsTo(1), error: null, status: 200 }),
  })
  await assert.rejects(saveCsv(file, memorySink().sink, watchProgress()), /no title/)
})
