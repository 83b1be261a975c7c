// The service reviews pull requests: what it finds is mended before they are merged.
import { MAINTAINER } from '../cast.js'
import { homeWith, type Stage, type Story } from '../stage.js'
import type { FileChanges } from '../world/git/objects.js'

interface Proposal {
  title: string
  /** As it was pushed first, and after the review. */
  first: FileChanges
  mended: FileChanges
}

/** The test that was worked on is the only one that still runs, and tells what it sees. */
export function* reviewedPull(stage: Stage): Story {
  const at = stage.random.below(900)
  const testOf = (opening: string, output: string) => `import { test } from 'vitest'
import { totalOf } from '../src/total-${at}.js'

${opening}('a total is the sum of its lines', ({ expect }) => {
${output}  expect(totalOf([1, 2])).toBe(3)
})
`
  const source = 'export const totalOf = (lines: number[]) => lines.reduce((sum, one) => sum + one, 0)\n'
  const path = `test/total-${at}.test.ts`
  yield* throughReview(stage, {
    title: 'Sum up the lines of an order',
    first: {
      [`src/total-${at}.ts`]: source,
      [path]: testOf('test.only', '  console.log(totalOf([1, 2]))\n')
    },
    mended: { [path]: testOf('test', '') }
  })
}

/** A merge was not finished. */
export function* forgottenMarks(stage: Stage): Story {
  const path = `src/shipping-${stage.random.below(900)}.ts`
  const ours = 'export const SHIPPING_CENTS = 490\n'
  const theirs = 'export const SHIPPING_CENTS = 590\n'
  yield* throughReview(stage, {
    title: 'Raise the price of shipping',
    first: { [path]: `${'<'.repeat(7)} HEAD\n${ours}${'='.repeat(7)}\n${theirs}${'>'.repeat(7)} main\n` },
    mended: { [path]: theirs }
  })
}

function* throughReview(stage: Stage, { title, first, mended }: Proposal): Story {
  const { random, people } = stage
  const { git, fullName } = homeWith(stage, 'reviewed')
  const author = random.one(people.filter((one) => one !== MAINTAINER))
  const { number } = git.openPull({ files: first, title, author, body: `${title}.` })
  stage.tell(`${fullName}#${number} opened: "${title}"`)
  yield 40
  git.pushToPull(number, mended, { message: 'Mend what the review found' })
  stage.tell(`${fullName}#${number}: ${author} has mended what the review found`)
  yield 20
  git.approve(number, MAINTAINER)
  git.mergePull(number, { by: MAINTAINER })
  stage.tell(`${fullName}#${number} merged: "${title}"`)
}
