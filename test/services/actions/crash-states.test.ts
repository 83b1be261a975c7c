// The process dies at every single moment between a decision and its verified effect: what is told by its state.
import t from 'tap'
import { crashEverywhere } from '#test/fixtures/crashes.js'

for (const name of ['add-label', 'merge-pr', 'delete-branch'] as const)
  t.test(`${name} happens once with its decision and evidence, wherever the process crashes`, (t) =>
    crashEverywhere(t, name)
  )
