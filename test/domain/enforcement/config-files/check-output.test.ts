import t from 'tap'
import { configCheckOutput } from '#domain/enforcement/config-files/check-output.js'
import type { FileVerdict } from '#domain/enforcement/config-files/validate.js'
import { isWithinBounds } from '#schemas/actions/arguments.js'
import type { FindingSeverity } from '#schemas/enforcement/config-results.js'

const findings = (severity: FindingSeverity) =>
  Array.from({ length: 100 }, (_, at) => ({
    rule: 'yaml_syntax',
    message: 'm'.repeat(300),
    line: at + 1,
    col: 1,
    severity
  }))
const file = (path: string, more: Partial<FileVerdict> = {}): FileVerdict => ({
  path,
  fileType: 'yaml',
  errors: [],
  warnings: [],
  ...more
})
const about = (files: readonly FileVerdict[], unchecked: number | null = 0) => ({
  files,
  lacksServiceFile: false,
  unchecked
})

t.test('however much was found, the check is what the host takes, and tells of errors first', async (t) => {
  const errors = findings('error').slice(0, 30)
  const files = Array.from({ length: 100 }, (_, at) =>
    file(`${'long/'.repeat(100)}${at}.yml`, {
      errors: at === 99 ? errors : [],
      warnings: findings('warning')
    })
  )
  const output = configCheckOutput(about(files, null), { isDry: false })
  const check = { name: 'service/config-validation', head_sha: 'a'.repeat(40), ...output }
  t.ok(isWithinBounds({ actionType: 'create-check', arguments: check }))
  t.equal(output.conclusion, 'failure')
  t.equal(output.title, '30 errors in 100 files')
  t.equal(output.annotations.length, 50)
  t.equal(output.annotations.filter(({ level }) => level === 'failure').length, 30)
  t.match(output.summary, /And 9830 more/)
  t.match(output.summary, /More changed files were not checked/)
})

t.test('only errors fail a check, and a dry run has no verdict', async (t) => {
  const warned = about([file('a.yml', { warnings: findings('warning').slice(0, 1) }), file('b.yml')])
  t.match(configCheckOutput(warned, { isDry: false }), {
    conclusion: 'success',
    title: '2 files are valid, with 1 warning'
  })
  const failed = about([file('a.yml', { errors: findings('error') })], 3)
  t.match(configCheckOutput(failed, { isDry: true }), {
    conclusion: 'neutral',
    title: '100 errors in a.yml',
    summary: /3 changed files were not checked/
  })
})
