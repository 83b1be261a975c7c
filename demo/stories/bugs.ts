// A run fails because of a real bug: no re-run helps, and the service says where it is. Somebody mends it.
import { homeWith, type Stage, type Story } from '../stage.js'

export function* realBug(stage: Stage): Story {
  const { random, people } = stage
  const { git, fullName, repository } = homeWith(stage, 'reports')
  const path = `src/receipt-${repository.runs.size}.ts`
  const text = (name: string) =>
    `import { ${name} } from './price.js'\n\nexport const receipt = (cents: number) => ${name}(cents)\n`
  const by = random.one(people)
  git.push('main', { [path]: text('formatPrise') }, { by, message: 'Print the price on the receipt' })
  stage.tell(`${fullName}: "Print the price on the receipt" was pushed with a misspelt name`)
  yield 45
  git.push('main', { [path]: text('formatPrice') }, { by, message: 'Spell the name of the function right' })
  stage.tell(`${fullName}: "Spell the name of the function right" was pushed`)
}
