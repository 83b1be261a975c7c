// Permissions of the token that the change widens.
import { shortened } from '#domain/text/shown-text.js'
import type { WorkflowDanger } from './danger.js'
import { type Permissions, privilegedTrigger, type WorkflowView } from './view.js'

interface Scope {
  /** Empty for the whole workflow. */
  job: string
  line: number | null
  before: Permissions | undefined
  after: Permissions | undefined
  /** Whether the file is there for the first time. */
  isNew: boolean
}

export function permissionDangers(after: WorkflowView, before: WorkflowView | undefined): WorkflowDanger[] {
  const whole: Scope = {
    job: '',
    line: after.permissionsLine,
    before: before?.permissions,
    after: after.permissions,
    isNew: before === undefined
  }
  const jobs = after.jobs.map((job): Scope => {
    const former = before?.jobs.find(({ id }) => id === job.id)
    return {
      job: job.id,
      line: job.line,
      // A new job of a known workflow may do what the workflow may.
      before: former?.permissions ?? before?.permissions,
      after: job.permissions,
      isNew: before === undefined || former === undefined
    }
  })
  const privileged = privilegedTrigger(after)
  return [whole, ...jobs].flatMap((scope) => scopeDangers(scope, privileged))
}

function scopeDangers(scope: Scope, privileged: string | undefined): WorkflowDanger[] {
  if (isWriteAll(scope.after) && !isWriteAll(scope.before)) return [writeAll(scope)]
  if (scope.job === '' && scope.before && !scope.after && !isWriteAll(scope.before)) return [lifted(scope)]
  const wider = [...(scope.after ?? [])].filter(
    ([name, level]) => level === 'write' && scope.before?.get(name) !== 'write' && !isWriteAll(scope.before)
  )
  if (wider.length === 0 || (scope.isNew && privileged === undefined)) return []
  if (!scope.isNew && scope.before === undefined) return []
  return [
    widened(
      scope,
      wider.map(([name]) => name),
      privileged
    )
  ]
}

const isWriteAll = (permissions: Permissions | undefined) => permissions?.get('all') === 'write'

const nameOf = ({ job }: Scope) => (job === '' ? 'The workflow' : `The job ${job}`)

const writeAll = (scope: Scope): WorkflowDanger => ({
  key: `write-all ${scope.job}`,
  line: scope.line,
  severity: 'high',
  confidence: 0.85,
  title: 'The token may write everything',
  description: `${nameOf(scope)} gets \`write-all\`: any action that it uses may change the code, the releases and the settings of the repository.`,
  suggestion: 'List the permissions that it needs, one by one.'
})

const lifted = (scope: Scope): WorkflowDanger => ({
  key: 'lifted',
  line: null,
  severity: 'medium',
  confidence: 0.7,
  title: 'The limits of the token are removed',
  description:
    'The workflow no longer says what its token may do, so that it may do what the settings of the repository let all tokens do.',
  suggestion:
    `Keep \`permissions\`${scope.before ? ` as they were: ${[...scope.before].map(([name, level]) => `${name}: ${level}`).join(', ')}` : ''}.`.slice(
      0,
      400
    )
})

const STRONG =
  /^(?:contents|actions|packages|deployments|id-token|administration|secrets|workflows|attestations|pages)$/

function widened(scope: Scope, names: readonly string[], privileged: string | undefined): WorkflowDanger {
  const isStrong = names.some((name) => STRONG.test(name))
  return {
    key: `widened ${scope.job} ${names.join(' ')}`,
    line: scope.line,
    severity: isStrong ? 'medium' : 'low',
    confidence: privileged || !scope.isNew ? 0.6 : 0.4,
    title: shortened(`The token may write more than before: ${names.join(', ')}`, 140),
    description: `${nameOf(scope)} gets the right to write ${names.join(', ')}${privileged ? `, and \`${privileged}\` lets outsiders cause it` : ''}.`,
    suggestion: 'Give the right to the one job that needs it, and say in the description what for.'
  }
}
