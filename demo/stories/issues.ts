// People report bugs, ask for features and have questions; most of it is done some days later.
import type { Stage, Story } from '../stage.js'
import { issueOf } from '../words.js'

const A_DAY = 24 * 60

export function* issue(stage: Stage): Story {
  const { world, random, people, homes } = stage
  const home = random.one(homes)
  const text = issueOf(random, random.one(home.parts))
  const { issue: opened } = world.createIssue(home.repository, { ...text, author: random.one(people) })
  stage.tell(`${home.fullName}#${opened.number} opened: "${text.title}"`)
  yield 60 + random.below(600)
  if (!world.state.repositories.has(home.repository.id) || opened.state === 'closed') return
  if (random.chance(0.5))
    world.commentOn(home.repository, opened.number, {
      author: random.one(people),
      body: 'I see the same here.'
    })
  yield A_DAY * (1 + random.below(9))
  if (opened.state === 'open' && random.chance(0.75)) world.closeIssue(home.repository, opened.number)
}
