import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { encodeWeightTable } from '#domain/text/weight-table.js'
import { classifyIssue } from '#domain/triage/classify-issue.js'
import { decodeTypeModel } from '#domain/triage/shared-model.js'
import { WEIGHTS_FOLDER } from '#paths.js'
import { ASKED, CRASH, shared, WISH } from './fixtures/issues.js'

t.test('the weights that ship are small, and the same after they were read and written', async (t) => {
  const bytes = await readFile(join(WEIGHTS_FOLDER, 'issue-types.bin'))
  t.ok(bytes.length < 500_000, `${bytes.length} bytes`)
  t.same(Buffer.from(encodeWeightTable(decodeTypeModel(bytes))), Buffer.from(bytes))
})

t.test('what is no such file, or only a part of one, is refused', async (t) => {
  const bytes = await readFile(join(WEIGHTS_FOLDER, 'issue-types.bin'))
  t.throws(() => decodeTypeModel(new Uint8Array()), /does not contain issue type weights/)
  t.throws(
    () => decodeTypeModel(new TextEncoder().encode('something else entirely')),
    /does not contain issue type weights/
  )
  t.throws(() => decodeTypeModel(bytes.subarray(0, bytes.length - 3)), /truncated/)
})

t.test(
  'repositories that it was trained with have weights of their own, and no other has them',
  async (t) => {
    const [known = ''] = Object.keys(shared.types.facts.known)
    t.not(known, '')
    const chances = (repository: string) => classifyIssue({ ...ASKED, repository }, shared).probabilities
    t.notSame(chances(known), chances('octo-org/hello'))
    for (const issue of [ASKED, CRASH, WISH])
      t.same(classifyIssue({ ...issue, repository: 'constructor' }, shared), classifyIssue(issue, shared))
  }
)
