// The process dies at every single moment between a decision and its verified effect: what is told by its state.
import t from 'tap'
import { crashEverywhere } from '#test/fixtures/crashes.js'

for (const name of ['add-label', 'merge-pr', 'delete-branch'] as const)
  t.test(`${name} happens once, whenever the process dies, with its decision and its evidence`, (t) =>
    crashEverywhere(t, name)
  )
