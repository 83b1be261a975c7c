// A run fails because a file is not formatted: the service proposes the formatted file, and somebody merges that.

import { MAINTAINER } from '../cast.js'
import { homeWith, proposalsIn, type Stage, type Story } from '../stage.js'

const MESSY = 'export function greet(name: string) {\n    return "Hello, " + name\n}\n'

export function* unformattedFile(stage: Stage): Story {
  const { random, people } = stage
  const home = homeWith(stage, 'formatted')
  const { git, fullName, repository } = home
  if (proposalsIn(home).length > 0) return
  const path = `src/greeting-${repository.lastNumber + 1}-${random.below(90)}.ts`
  git.push('main', { [path]: MESSY }, { by: random.one(people), message: 'Greet people by their name' })
  stage.tell(`${fullName}: "Greet people by their name" was pushed without being formatted`)
  for (let waits = 0; waits < 6 && proposalsIn(home).length === 0; waits += 1) yield 10
  const [proposal] = proposalsIn(home)
  if (!proposal) return
  yield 15
  if (proposal.state !== 'open') return
  git.approve(proposal.number, MAINTAINER)
  git.mergePull(proposal.number, { by: MAINTAINER })
  stage.tell(`${fullName}#${proposal.number} merged: "${proposal.title}"`)
}
