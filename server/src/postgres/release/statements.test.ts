import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { lineOfStatement, lineOfTransactionCommand } from './statements.ts'

const file = `-- one; not a statement
select 'a;b', x$y from names;

/* two; /* nested; */ still; */ select "c;d",
  E'\\';' ;
do $body1$
begin
  perform 1; -- $$;
end
$body1$;
select $$;$$;
`

suite('the statements of a file', () => {
  for (const [statementIndex, line] of [2, 4, 6, 11].entries()) {
    test(`the statement after ${statementIndex} others begins in line ${line}`, () => {
      assert.equal(lineOfStatement(file, statementIndex), line)
    })
  }

  test('a number beyond the last statement gives the line of the last statement', () => {
    assert.equal(lineOfStatement(file, 9), 11)
  })

  test('a file without statements has line 1', () => {
    assert.equal(lineOfStatement('-- nothing\n', 0), 1)
  })
})

suite('commands that begin or end a transaction', () => {
  test('are found with their line', () => {
    const commands = [
      'begin',
      'BEGIN work',
      'start transaction',
      'commit',
      'end',
      'rollback',
      'abort',
    ]
    for (const command of [...commands, 'savepoint a', "prepare transaction 'x'"]) {
      assert.equal(lineOfTransactionCommand(`select 1;\n${command};`), 2, command)
    }
  })

  test('are not found in bodies, quotes, comments and names', () => {
    assert.equal(lineOfTransactionCommand(file), undefined)
    assert.equal(lineOfTransactionCommand("select 'x'; -- commit;\nselect endless;"), undefined)
  })
})
