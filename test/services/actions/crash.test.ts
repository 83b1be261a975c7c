// The process dies at every single moment between a decision and its verified effect: what leaves a mark.
import t from 'tap'
import { crashEverywhere } from '#test/fixtures/crashes.js'

for (const name of ['add-comment', 'create-patch-pr', 'create-check', 'approve'] as const)
  t.test(`${name} happens once, whenever the process dies, with its decision and its evidence`, (t) =>
    crashEverywhere(t, name)
  )
