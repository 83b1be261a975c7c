// Every job and its handler. The table is typed by the names: one without a handler does not compile.
import type { JobName, JobPayload } from '../../schemas/jobs.js'
import type { Deps } from '../deps.js'
import { actionExecute } from './action-execute.js'
import { actionFollow } from './action-follow.js'
import { actionGiveUp } from './action-give-up.js'
import { actionSweep } from './action-sweep.js'
import { actionVerify } from './action-verify.js'
import { auditExport } from './audit-export.js'
import { auditReport } from './audit-report.js'
import { auditReportBury } from './audit-report-bury.js'
import { configCheck } from './config-check.js'
import { configRefresh } from './config-refresh.js'
import { deliveryBury } from './delivery-bury.js'
import { deliveryHandle } from './delivery-handle.js'
import { deliveryRecover } from './delivery-recover.js'
import { duplicatesBackfill } from './duplicates-backfill.js'
import { duplicatesBury } from './duplicates-bury.js'
import { duplicatesScan } from './duplicates-scan.js'
import { fixGiveUp } from './fix-give-up.js'
import { fixRelease } from './fix-release.js'
import { fixRun } from './fix-run.js'
import { fixSweep } from './fix-sweep.js'
import { gateEvaluate } from './gate-evaluate.js'
import { gateSnapshot } from './gate-snapshot.js'
import { healGiveUp } from './heal-give-up.js'
import { healNews } from './heal-news.js'
import { healOutcome } from './heal-outcome.js'
import { healRunJob } from './heal-run.js'
import { healSweep } from './heal-sweep.js'
import { retentionSweep } from './retention-sweep.js'
import { rulesApply } from './rules-apply.js'
import { syncFleetJob } from './sync-fleet.js'
import { syncInstallationJob } from './sync-installation.js'
import { syncRepositoryJob } from './sync-repository.js'
import { syncWatch } from './sync-watch.js'
import { triageBury } from './triage-bury.js'
import { triageLearn } from './triage-learn.js'
import { triageMissed } from './triage-missed.js'
import { triageRun } from './triage-run.js'
import { waiverExpire } from './waiver-expire.js'

export interface JobDefinition<Name extends JobName> {
  /** A job that is tried again keeps its id. */
  handle(deps: Deps, payload: JobPayload<Name>, jobId: string): Promise<void>
  /** Asked before they begin, where jobs wait for others: which of these may. The others are resumed by those. */
  mayBegin?(deps: Deps, payloads: readonly JobPayload<Name>[]): Promise<boolean[]>
  /** How many run at once in one process. */
  concurrency: number
  /** How often it is tried again, after 2 s and then ever longer. */
  retryLimit: number
  /** A try that takes longer counts as failed; one whose process died does so sooner. */
  timeoutSeconds: number
  /** The job that learns of what was given up. */
  deadLetter?: JobName
  /** Five cron fields, UTC; one process of all enqueues it. */
  schedule?: string
  /** At most one waits per singleton key. */
  singleton?: boolean
}

export type JobTable = { readonly [Name in JobName]: JobDefinition<Name> }

export const jobs: JobTable = {
  'action.execute': actionExecute,
  'action.follow': actionFollow,
  'action.give-up': actionGiveUp,
  'action.verify': actionVerify,
  'action.sweep': actionSweep,
  'config.check': configCheck,
  'config.refresh': configRefresh,
  'audit.export': auditExport,
  'audit.report': auditReport,
  'audit.report.bury': auditReportBury,
  'delivery.handle': deliveryHandle,
  'delivery.bury': deliveryBury,
  'delivery.recover': deliveryRecover,
  'duplicates.backfill': duplicatesBackfill,
  'duplicates.scan': duplicatesScan,
  'duplicates.bury': duplicatesBury,
  'fix.run': fixRun,
  'fix.give-up': fixGiveUp,
  'fix.release': fixRelease,
  'fix.sweep': fixSweep,
  'gate.evaluate': gateEvaluate,
  'gate.snapshot': gateSnapshot,
  'heal.news': healNews,
  'heal.run': healRunJob,
  'heal.give-up': healGiveUp,
  'heal.outcome': healOutcome,
  'heal.sweep': healSweep,
  'retention.sweep': retentionSweep,
  'rules.apply': rulesApply,
  'sync.fleet': syncFleetJob,
  'sync.installation': syncInstallationJob,
  'sync.repository': syncRepositoryJob,
  'sync.watch': syncWatch,
  'triage.run': triageRun,
  'triage.bury': triageBury,
  'triage.learn': triageLearn,
  'triage.missed': triageMissed,
  'waiver.expire': waiverExpire
}
