import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineOfStatement } from '../../src/database/release/statement-lines.ts'

const file = `-- one; not a statement
select 'a;b';

/* two; */ select "c;d",
  E'\\';' ;
do $body$
begin
  perform 1; -- $$;
end
$body$;
select $$;$$;
`

const lines = [2, 4, 6, 11]

for (const [before, line] of lines.entries()) {
  test(`the statement after ${before} others begins in line ${line}`, () => {
    assert.equal(lineOfStatement(file, before), line)
  })
}

test('past the last statement it is the last one that counts', () => {
  assert.equal(lineOfStatement(file, 9), 11)
})

test('a file without a statement has line 1', () => {
  assert.equal(lineOfStatement('-- nothing\n', 0), 1)
})
