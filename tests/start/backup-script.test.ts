// Tests deploy/backup.sh with shell scripts that replace the programs of PostgreSQL.
import assert from 'node:assert/strict'
import { chmod, mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { run } from '../support/command.ts'
import { root, temporaryFolder } from '../support/server.ts'

/** Imitates psql: runs the shell command after \! and ignores all other statements. */
const psql = `#!/bin/sh
for word; do case $word in '--command=\\!'*) sh -c "\${word#*!}" ;; esac; done
exit "\${PSQL_ENDS_WITH:-0}"
`
const dump = `#!/bin/sh
for word; do case $word in --file=*) echo dump > "\${word#--file=}" ;; esac; done
exit "\${DUMP_ENDS_WITH:-0}"
`

async function installation() {
  const folder = await temporaryFolder()
  const programs = join(folder, 'bin')
  const data = join(folder, 'data')
  const backups = join(folder, 'backups')
  for (const path of [programs, join(data, 'files'), join(backups, before)]) {
    await mkdir(path, { recursive: true })
  }
  await utimes(join(backups, before), new Date(2020, 1), new Date(2020, 1))
  await writeFile(join(data, 'files/.folder-id'), 'this one')
  for (const [name, text] of Object.entries({ psql, pg_dump: dump, pg_dumpall: dump })) {
    await writeFile(join(programs, name), text)
    await chmod(join(programs, name), 0o755)
  }
  const settings = {
    PATH: `${programs}:${process.env['PATH']}`,
    DATABASE_URL: 'postgres://there/mendwell',
    DATA_DIR: data,
  }
  const backUp = (more: NodeJS.ProcessEnv = {}) =>
    run('sh', [`${root}deploy/backup.sh`, backups, '14'], { ...settings, ...more })
  return { backups, backUp }
}

const before = '2020-02-01T03-00-00Z'

suite('the backup of a database of your own', () => {
  // @covers operations.backup-script
  test('contains roles, rows and files, is readable by its owner only, and replaces old backups', async () => {
    const { backups, backUp } = await installation()
    const { code, output } = await backUp()
    assert.equal(code, 0, output)
    const [made = '', ...more] = await readdir(backups)
    assert.deepEqual(more, [])
    assert.match(made, /^20[\d-]+T[\d-]+Z$/)
    const files = ['database.dump', 'files.tar', 'roles.sql']
    assert.deepEqual((await readdir(join(backups, made))).toSorted(), files)
    for (const name of ['', ...files]) {
      assert.equal((await stat(join(backups, made, name))).mode & 0o077, 0, name)
    }
    const listed = await run('tar', ['--list', '--file', join(backups, made, 'files.tar')], {})
    assert.equal(listed.output, 'files/\nfiles/.folder-id\n')
  })

  test('does not copy files that are in a bucket', async () => {
    const { backups, backUp } = await installation()
    const { code } = await backUp({ S3_BUCKET: 'files', DATA_DIR: '' })
    assert.equal(code, 0)
    const [made = ''] = await readdir(backups)
    assert.deepEqual((await readdir(join(backups, made))).toSorted(), [
      'database.dump',
      'roles.sql',
    ])
  })

  test('fails if a part fails, and then keeps old backups', async () => {
    for (const wrong of [
      { DUMP_ENDS_WITH: '1' },
      // Simulates that the session with the lock was lost during the backup.
      { PSQL_ENDS_WITH: '2' },
      { DATA_DIR: '/nowhere' },
      { DATA_DIR: '' },
    ]) {
      const { backups, backUp } = await installation()
      const { code, output } = await backUp(wrong)
      assert.equal(code, 1)
      assert.match(output, /^The backup failed\. Its unfinished part is in .*\.unfinished\.$/m)
      const [old, unfinished = ''] = (await readdir(backups)).toSorted()
      assert.equal(old, before)
      assert.match(unfinished, /\.unfinished$/)
    }
    const { backUp } = await installation()
    assert.match((await backUp({ DATABASE_URL: '' })).output, /DATABASE_URL: is not set/)
  })
})
