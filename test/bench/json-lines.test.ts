import { join } from 'node:path'
import t from 'tap'
import { readLines, writeLines } from '../../bench/json-lines.js'

t.test('rows are the same after they were written and read, compressed or not', async (t) => {
  const rows = [
    { id: 'a', text: 'line\nbreak' },
    { id: 'b', text: 'é' }
  ]
  for (const name of ['rows.jsonl', 'rows.jsonl.gz']) {
    const path = join(t.testdir(), name)
    writeLines(path, rows)
    t.same(readLines(path), rows)
  }
})
