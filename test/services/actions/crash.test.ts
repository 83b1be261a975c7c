// The process dies at every single moment between a decision and its verified effect: what leaves a mark.
import t from 'tap'
import { crashEverywhere } from '#test/fixtures/crashes.js'

for (const name of ['add-comment', 'create-patch-pr', 'create-check', 'approve'] as const)
  t.test(`${name} happens once with its decision and evidence, wherever the process crashes`, (t) =>
    crashEverywhere(t, name)
  )
