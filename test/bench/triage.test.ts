import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { decodeTypeModel } from '#domain/triage/shared-model.js'
import { readLines, writeLines } from '../../bench/json-lines.js'
import { predictPriority } from '../../bench/predict/priority.js'
import { predictTriage } from '../../bench/predict/triage.js'
import { trainTriage } from '../../bench/triage/train.js'

const OPTIONS = {
  scale: 1,
  only: '',
  kind: '',
  in: '',
  out: '',
  own: 0,
  kept: false,
  embedded: false,
  docs: [],
  queries: ''
}

const ROWS = ['one/a', 'one/b'].flatMap((repo) =>
  (['bug', 'feature', 'question'] as const).flatMap((label) =>
    Array.from({ length: 6 }, (_, number) => ({
      id: `${repo}/${label}/${number}`,
      repo,
      label,
      title: `A ${label} of the shelf`,
      body: `The shelf number ${number} has a ${label}. This is the ${label}.`
    }))
  )
)

t.test('each row is answered once, with probabilities, and rows that serve as history are not', async (t) => {
  const [from, out] = ['in.jsonl', 'out.jsonl'].map((name) => join(t.testdir({}), name))
  if (from === undefined || out === undefined) throw new Error('no folder')
  writeLines(from, ROWS)
  await predictTriage({ ...OPTIONS, in: from, out })
  const all = readLines<{ id: string; label: string; probs: Record<string, number> }>(out)
  t.same(
    all.map(({ id }) => id),
    ROWS.map(({ id }) => id)
  )
  t.ok(all.every(({ label, probs }) => probs[label] === Math.max(...Object.values(probs))))
  await predictTriage({ ...OPTIONS, in: from, out, own: 2 })
  const others = readLines<{ id: string }>(out).map(({ id }) => id)
  t.same(
    others,
    ROWS.map(({ id }) => id).filter((id) => !/[01]$/.test(id))
  )
  predictPriority({ ...OPTIONS, in: from, out })
  t.equal(readLines(out).length, ROWS.length)
})

t.test('the same rows train the same weights, and they tell what they were trained with', async (t) => {
  const folder = t.testdir({})
  const docs = [join(folder, 'docs.jsonl.gz')]
  writeLines(docs[0] ?? '', ROWS)
  const outs = ['one.bin', 'two.bin'].map((name) => join(folder, name))
  for (const out of outs) await trainTriage({ ...OPTIONS, docs, out })
  const [one, two] = outs.map((out) => readFileSync(out))
  t.ok(one && two?.equals(one))
  t.same(Object.keys(decodeTypeModel(one ?? new Uint8Array()).facts.known), ['one/a', 'one/b'])
})
