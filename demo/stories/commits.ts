// Somebody pushes a change, and its checks pass.
import type { Stage, Story } from '../stage.js'
import { changeOf } from '../words.js'

export function* commit(stage: Stage): Story {
  const { random, people, homes } = stage
  const { git, fullName, parts } = random.one(homes)
  const change = changeOf(random, random.one(parts))
  git.push('main', change.files, { by: random.one(people), message: change.title })
  stage.tell(`${fullName}: "${change.title}" was pushed, and its checks run`)
  yield 1
}
