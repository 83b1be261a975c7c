import fc from 'fast-check'
import t from 'tap'
import { NO_ROW, rowOfHash } from '#domain/text/weight-table.js'
import { lengthOf, sumOf } from '#domain/text/word-vectors.js'
import { classifyIssue } from '#domain/triage/classify-issue.js'
import { type FeatureScores, scoreFeatures, scoreMeanings } from '#domain/triage/shared-model.js'
import { textFeaturesOf } from '#domain/triage/text/features.js'
import { hashName } from '#domain/triage/text/hash.js'
import { prepareText } from '#domain/triage/text/issue-text.js'
import { meaningFeaturesOf, meantPartsOf } from '#domain/triage/text/word-meanings.js'
import { shared } from './fixtures/issues.js'

const { types, vectors } = shared

/** Knows the same of features, and nothing of what words mean. */
const literal = { types, vectors: { ...vectors, hashes: new Uint32Array(), weights: new Int8Array() } }

const totalOf = (scored: readonly FeatureScores[]) =>
  [0, 1, 2].map((kind) => scored.reduce((sum, { scores }) => sum + (scores[kind] ?? 0), 0))

t.test('word by word the meanings of a text weigh as much as the features that were learnt', async () => {
  const word = fc.constantFrom(
    'crash',
    'freezes',
    'wish',
    'support',
    'how',
    'menu',
    'xqzv',
    'The',
    '你好',
    '?'
  )
  const text = fc.array(word, { maxLength: 60 }).map((words) => words.join(' '))
  const [known] = Object.keys(types.facts.known)
  fc.assert(
    fc.property(text, text, fc.constantFrom(known, undefined), (title, body, repository) => {
      const prepared = prepareText({ title, body })
      const byWord = totalOf(scoreMeanings(shared, meantPartsOf(prepared, vectors), repository))
      const byFeature = totalOf(scoreFeatures(types, meaningFeaturesOf(prepared, vectors), repository))
      return byWord.every((score, kind) => Math.abs(score - (byFeature[kind] ?? 0)) < 1e-4)
    })
  )
})

const BROKEN = {
  title: 'Thermostat malfunctions',
  body: 'Yesterday the thermostat malfunctioned, the furnace overheated and burned a fuse.'
}

t.test('a report in words that no training text had is told by what they mean', async (t) => {
  const unknown = [...textFeaturesOf(prepareText(BROKEN)).keys()].filter((name) => name.startsWith('title:'))
  t.ok(unknown.every((name) => rowOfHash(types, hashName(name)) === NO_ROW))
  t.equal(classifyIssue(BROKEN, literal).type, 'feature')
  t.equal(classifyIssue(BROKEN, shared).type, 'bug')
})

t.test('what words mean is evidence, in the words of the text', async (t) => {
  const evidence = classifyIssue(BROKEN, shared).evidence.map(({ feature }) => feature)
  const meant = evidence.flatMap((feature) => /^what "(.+)" means$/.exec(feature)?.[1] ?? [])
  t.ok(meant.length > 0, evidence.join('; '))
  t.ok(meant.every((word) => BROKEN.body.toLowerCase().includes(word)))
})

t.test('the less a text says, the less it counts what that means', async (t) => {
  const lengths = ['crash', 'crash overnight', 'crash overnight while the printer starts'].map((title) => {
    const [part] = meantPartsOf(prepareText({ title, body: '' }), vectors)
    return lengthOf(sumOf(vectors, part?.words ?? []))
  })
  t.same(
    lengths,
    lengths.toSorted((one, other) => one - other)
  )
  t.ok(lengths.every((length) => length > 0 && length < 1))
})

t.test('a text without known words means nothing', async (t) => {
  const prepared = prepareText({ title: 'xqzv 你好', body: '`crash` 17 ?' })
  t.same(scoreMeanings(shared, meantPartsOf(prepared, vectors)), [])
  t.ok([...meaningFeaturesOf(prepared, vectors).values()].every((value) => value === 0))
})
