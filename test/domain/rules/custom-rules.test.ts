import fc from 'fast-check'
import t from 'tap'
import { findCustomRuleFaults } from '#domain/configuration/rule-faults.js'
import { isSkipOutcome, matchedRules, type RuleInput } from '#domain/rules/custom-rules.js'
import type { CustomRuleConfig, RuleStep } from '#schemas/configuration/service-config.js'

const label = (name: string): RuleStep => ({ action: 'add-label', args: { label: name } })
const rule = (condition: string, ...run: RuleStep[]): CustomRuleConfig => ({ if: condition, run })
const opened: RuleInput = {
  name: 'pull_request.opened',
  target: 'pr',
  context: { author: 'octocat', files: ['docs/a.md'] }
}

const run = (rules: Record<string, CustomRuleConfig>, event: Partial<RuleInput> = {}, mayApprove = true) =>
  matchedRules({ rules, expressions: {}, mayApprove }, { ...opened, ...event })

t.test('the rules that hold say what is to be done, in their order', async (t) => {
  const outcomes = run({
    first: rule('true', label('a'), label('b')),
    second: rule('author == "nobody"', label('c')),
    third: rule('files | length', label('d'))
  })
  t.same(
    outcomes.map(({ name, holds, steps }) => [name, holds, steps.length]),
    [
      ['first', true, 2],
      ['second', false, 0],
      ['third', true, 1]
    ]
  )
})

t.test('a rule is about the usual events, or about those that it names alone', async (t) => {
  const named = { ...rule('true', label('a')), on: ['pull_request.labeled'] }
  const namesFor = (name: string) =>
    run({ usual: rule('true', label('a')), named }, { name }).map((one) => one.name)
  for (const name of ['issues.opened', 'issues.edited', 'pull_request.synchronize', 'issue_comment.created'])
    t.same(namesFor(name), ['usual'], name)
  t.same(namesFor('pull_request.labeled'), ['named'])
  t.same(namesFor('issue_comment.deleted'), [])
})

t.test('a rule that holds and skips is the last one', async (t) => {
  const outcomes = run({ skip: rule('true', { action: 'skip' }), later: rule('true', label('a')) })
  t.same(
    outcomes.map(({ name }) => name),
    ['skip']
  )
  t.ok(outcomes.some(isSkipOutcome))
  t.equal(run({ skip: rule('false', { action: 'skip' }), later: rule('true', label('a')) }).length, 2)
})

t.test('a rule with a fault is passed over, says why, and stops no other', async (t) => {
  const outcomes = run({
    broken: rule('author ==', label('a')),
    wrong: rule('author + 1', label('a')),
    fine: rule('true', label('a'))
  })
  t.match(outcomes, [
    { holds: false, steps: [], error: /line 1, column 10/ },
    { holds: false, steps: [], error: /is of numbers/ },
    { holds: true, error: null }
  ])
})

t.test('nothing is approved unless that is allowed and all changed files are known', async (t) => {
  const rules = { docs: rule('not (files | some(match("src/**")))', { action: 'approve' }, label('docs')) }
  t.match(run(rules), [{ steps: [{ action: 'approve' }, label('docs')], withheld: [] }])
  t.match(run(rules, {}, false), [{ steps: [label('docs')], withheld: [{ reason: /allow_auto_approve/ }] }])
  for (const context of [{}, { files: undefined }, { files: [] }, { files: null }, { files: 'docs/a.md' }])
    t.match(
      run({ docs: rule('true', { action: 'approve' }) }, { context }),
      [{ steps: [], withheld: [{ reason: /not known/ }] }],
      JSON.stringify(context)
    )
})

t.test('rules that can be carried out have no faults', async (t) => {
  const rules = {
    one: rule('is_docs() and a.b', label('x'), { action: 'remove-label', args: { label: 'y' } }),
    two: rule('true', { action: 'request-review', args: { team: 'docs' } }, { action: 'skip' }),
    three: {
      ...rule('true', { action: 'set-priority', args: { priority: 'high' } }),
      on: ['issues.labeled']
    },
    four: rule('true', { action: 'approve' }, { action: 'add-comment', args: { comment: 'Hello' } })
  }
  t.same(findCustomRuleFaults(rules, { is_docs: 'true', a: { b: 'false' } }), [])
})

t.test('each fault of a rule is told with its path and what is allowed', async (t) => {
  const faults = findCustomRuleFaults(
    {
      'a/b': rule('author = 1', { action: 'add-label' }),
      steps: {
        ...rule(
          'true',
          { action: 'request-review', args: { user: 'a', team: 'b' } },
          { action: 'set-priority', args: { priority: 'now' } },
          { action: 'skip', args: { label: 'x' } },
          { action: 'add-comment', args: { body: 'x' } },
          { action: 'add-label', args: { label: ' ' } }
        ),
        on: ['push', 'issues.opened', 'issues.opened.twice']
      }
    },
    { fine: 'true', not: 'true', '1st': 'true', group: { 'a-b': 'true', c: '(' } }
  )
  t.same(
    faults.map(({ path }) => path),
    [
      '/expressions/not',
      '/expressions/1st',
      '/expressions/group/a-b',
      '/expressions/group/c',
      '/custom_rules/a~1b/if',
      '/custom_rules/a~1b/run/0/args',
      '/custom_rules/steps/run/0/args',
      '/custom_rules/steps/run/1/args/priority',
      '/custom_rules/steps/run/2/args/label',
      '/custom_rules/steps/run/3/args/body',
      '/custom_rules/steps/run/4/args/label',
      '/custom_rules/steps/on/0',
      '/custom_rules/steps/on/2'
    ]
  )
  const messages = faults.map(({ message }) => message).join('\n')
  for (const words of [
    /equality is ==/,
    /takes label/,
    /takes user or team/,
    /critical, high/,
    /which takes no arguments/,
    /issue_comment/
  ])
    t.match(messages, words)
})

t.test('a rule named by digits only is refused: it would not keep its place', async (t) => {
  const faults = findCustomRuleFaults({ second: rule('true', label('a')), 1: rule('true', label('b')) }, {})
  t.match(faults, [{ path: '/custom_rules/1', message: /digits only/ }])
  t.equal(faults.length, 1)
})

t.test('whatever the rules and the event, something is told of each, and nothing is thrown', async () => {
  const condition = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom('true', 'files | all(match("**"))', 'x(')
  )
  const steps = fc.array(fc.constantFrom<RuleStep>(label('a'), { action: 'approve' }, { action: 'skip' }), {
    minLength: 1
  })
  const rules = fc.dictionary(fc.string({ minLength: 1 }), fc.record({ if: condition, run: steps }), {
    maxKeys: 5
  })
  fc.assert(
    fc.property(rules, fc.option(fc.array(fc.string()), { nil: undefined }), (some, files) =>
      run(some, { context: { files } }).every(
        ({ holds, steps: doing, withheld }) => holds || doing.length + withheld.length === 0
      )
    )
  )
})
