// Each query of supabase/lint must find nothing in our schema, and must find the faults in faults.ts.
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { productDatabase } from '../../../server/tests/support/test-database.ts'
import { faults } from './faults.ts'

interface Finding {
  object: string
  problem: string
}

const folder = fileURLToPath(new URL('../../lint/', import.meta.url))
const files = (await Array.fromAsync(glob('*.sql', { cwd: folder }))).toSorted()

/** Adds the fault to the schema, returns the findings of the lint, and rolls back. */
async function findings(file: string, fault = '') {
  const { pool } = await database
  const query = await readFile(`${folder}${file}`, 'utf8')
  const client = await pool.connect()
  try {
    // With an empty search path every name includes its schema.
    await client.query("begin; set local search_path = ''")
    await client.query(fault)
    return await client.query<Finding>(query)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const database = productDatabase()

test('each lint has a planted fault', () => {
  const names = files.map((file) => basename(file, '.sql'))
  assert.deepEqual(Object.keys(faults).toSorted(), names)
})

for (const file of files) {
  const plantedFaults = faults[basename(file, '.sql')] ?? []
  suite(file, () => {
    test(`${file} finds nothing`, async () => {
      const { rows, fields } = await findings(file)
      assert.deepEqual(rows, [])
      assert.deepEqual(
        fields.map((field) => field.name),
        ['object', 'problem'],
      )
    })

    for (const { expectedProblem, sql, object } of plantedFaults) {
      test(`${file} finds ${expectedProblem}`, async () => {
        const findingsBefore = await findings(file)
        const after = await findings(file, sql)
        const knownFindings = new Set(findingsBefore.rows.map(describe))
        const found = after.rows.filter((row) => !knownFindings.has(describe(row)))
        assert.deepEqual(
          found.map((row) => row.object),
          [object],
        )
      })
    }
  })
}

function describe({ object, problem }: Finding) {
  return `${object}: ${problem}`
}
