// Approved pull requests wait in the merge queue, and land one after the other.
import { MAINTAINER } from '../cast.js'
import { type Home, homeWith, type Stage, type Story } from '../stage.js'
import { changeOf } from '../words.js'
import type { FileChanges } from '../world/git/objects.js'

export function* queuedPull(stage: Stage): Story {
  const { random } = stage
  const home = homeWith(stage, 'queue')
  const change = changeOf(random, random.one(home.parts))
  yield* throughQueue(stage, home, change)
}

/** Each is green alone, and both together are not. */
export function* ejectedPull(stage: Stage): Story {
  const home = homeWith(stage, 'queue')
  const { random, repository } = { random: stage.random, repository: home.repository }
  const at = `${repository.lastNumber}-${random.below(90)}`
  home.git.push(
    'main',
    { [`src/tax-${at}.ts`]: 'export function taxOf(cents: number) {\n  return cents / 5\n}\n' },
    { by: MAINTAINER, message: 'Compute the tax' }
  )
  yield 15
  const [one, other] = [
    throughQueue(stage, home, {
      title: 'Rename taxOf to salesTaxOf',
      files: { [`src/tax-${at}.ts`]: 'export function salesTaxOf(cents: number) {\n  return cents / 5\n}\n' }
    }),
    throughQueue(stage, home, {
      title: 'Show the tax in the summary',
      files: {
        [`src/summary-${at}.ts`]: `import { taxOf } from './tax-${at}.js'\n\nexport const summary = taxOf\n`
      }
    })
  ]
  for (;;) {
    const [a, b] = [one.next(), other.next()]
    if (a.done && b.done) return
    yield Math.max(Number(a.value ?? 0), Number(b.value ?? 0))
  }
}

interface Change {
  title: string
  files: FileChanges
}

function* throughQueue(stage: Stage, { git, fullName, repository }: Home, { title, files }: Change): Story {
  const { random, people, client } = stage
  const author = random.one(people.filter((one) => one !== MAINTAINER))
  const { number } = git.openPull({ files, title, author, body: `${title}.` })
  stage.tell(`${fullName}#${number} opened: "${title}"`)
  yield 20
  git.approve(number, MAINTAINER)
  yield 5
  const path = { owner: repository.owner.login, repo: repository.name, pr: number }
  stage.ask(client.POST('/api/phase2/queue/{owner}/{repo}/{pr}/admit', { params: { path }, body: null }))
  stage.tell(`${fullName}#${number} was approved, and waits in the merge queue`)
  yield 30
}
