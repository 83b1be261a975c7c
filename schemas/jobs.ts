// The payload of every job, by name. A name that no capability has a job for does not compile.
import { type Static, Type } from '@sinclair/typebox'
import { closed, oneOf } from './common.js'
import { HEAL_TRIGGERS } from './healing/words.js'
import { TRIAGE_TARGETS } from './triage/words.js'

const DeliveryJob = closed({ delivery_row: Type.Integer({ description: 'Row id of the webhook delivery.' }) })

const ActionJob = closed({ action_id: Type.Integer({ description: 'Id of the managed action.' }) })

const ExecuteJob = closed({
  action_id: Type.Integer({ description: 'Id of the managed action.' }),
  tries: Type.Optional(Type.Integer({ description: 'How many tries have come to nothing before.' }))
})

const HealJob = closed({ attempt_id: Type.Integer({ description: 'Id of the attempt to heal a run.' }) })

const FixJob = closed({ attempt_id: Type.Integer({ description: 'Id of the attempt to fix an issue.' }) })

const ReportJob = closed({ report_id: Type.Integer({ description: 'Id of the compliance report.' }) })

const ScanJob = closed({
  issue_id: Type.Integer({ description: "The host's id of the issue." }),
  trigger_event: Type.String({ description: 'What gave rise to it, such as `issues.opened`.' })
})

const onTarget = {
  repo_id: Type.Integer({ description: "The host's id of the repository." }),
  target_type: oneOf(TRIAGE_TARGETS, { description: 'What it is about.' }),
  number: Type.Integer({ description: 'Number of the issue or pull request.' })
}

const TriageJob = closed({
  ...onTarget,
  job_id: Type.String({ description: 'Id of the job itself, by which it is known when it was given up.' }),
  trigger_event: Type.String({ description: 'What gave rise to it, such as `issues.opened`.' })
})

export const JobPayloads = {
  /** Does on the host what one managed action says. */
  'action.execute': ExecuteJob,
  /** Ends an action that could not be carried out; receives what `action.execute` gave up on. */
  'action.give-up': ExecuteJob,
  /** Does what follows when an action has ended that had others to follow, or left something behind. */
  'action.follow': ActionJob,
  /** Looks whether what was done on the host is still so. */
  'action.verify': closed({}),
  /** Ends actions that nobody brought to an end in time. */
  'action.sweep': closed({}),
  /** Reads the configuration file of a repository. */
  'config.refresh': closed({ repo_id: Type.Integer({ description: "The host's id of the repository." }) }),
  /** Says on a commit whether its configuration file is valid. */
  'config.check': closed({
    repo_id: Type.Integer({ description: "The host's id of the repository." }),
    head_sha: Type.String({ description: 'The commit.' })
  }),
  /** Writes the audit entries of days that are over into files. */
  'audit.export': closed({}),
  /** Makes a compliance report. */
  'audit.report': ReportJob,
  /** Records that a report could not be made; receives what `audit.report` gave up on. */
  'audit.report.bury': ReportJob,
  /** Carries out what one webhook delivery asks for. */
  'delivery.handle': DeliveryJob,
  /** Records that a delivery could not be handled; receives what `delivery.handle` gave up on. */
  'delivery.bury': DeliveryJob,
  /** Fetches what the host has sent and what has not arrived. */
  'delivery.recover': closed({}),
  /** Looks for older issues that say what one issue says. */
  'duplicates.scan': ScanJob,
  /** Records that it could not be done; receives what `duplicates.scan` gave up on. */
  'duplicates.bury': ScanJob,
  /** Puts right what was said of an issue on those that repeat it, or that it repeats. */
  'duplicates.retell': closed({ issue_id: Type.Integer({ description: "The host's id of the issue." }) }),
  /** Does so for open issues of a repository that were never looked at, some at a time. */
  'duplicates.backfill': closed({ backfill_id: Type.Integer({ description: 'Id of that search.' }) }),
  /** Looks into an issue and proposes a change that answers it. */
  'fix.run': FixJob,
  /** Ends an attempt that could not be carried out; receives what `fix.run` gave up on. */
  'fix.give-up': FixJob,
  /** Finds the fixes that are part of a release, and has their issues told and closed. */
  'fix.release': closed({
    repo_id: Type.Integer({ description: "The host's id of the repository." }),
    tag: Type.String({ description: 'The tag of the release.' }),
    published_at: Type.String({ description: 'When it was published, as date-time.' })
  }),
  /** Ends attempts that nobody brought to an end in time, and begins those that were forgotten. */
  'fix.sweep': closed({}),
  /** Says what the gates of a repository make of a commit of a pull request. */
  'gate.evaluate': closed({
    repo_id: Type.Integer({ description: "The host's id of the repository." }),
    pr_number: Type.Integer({ description: 'Number of the pull request.' }),
    head_sha: Type.String({ description: 'The commit that it proposes.' }),
    trigger_event: Type.String({ description: 'What gave rise to it, such as `pull_request.opened`.' })
  }),
  /** Keeps the figures of all repositories for the day. */
  'gate.snapshot': closed({}),
  /** Takes up what a run that has ended means for healing: a failure, or how a re-run went. */
  'heal.news': closed({
    host_run_id: Type.Integer({ description: "The host's id of the run." }),
    trigger: oneOf(HEAL_TRIGGERS, { description: 'How it became known.' })
  }),
  /** Diagnoses a failed run and says what is done about it. */
  'heal.run': HealJob,
  /** Ends an attempt that could not be carried out; receives what `heal.run` gave up on. */
  'heal.give-up': HealJob,
  /** Takes up what has become of a proposed repair. */
  'heal.outcome': HealJob,
  /** Ends attempts that nobody brought to an end in time. */
  'heal.sweep': closed({}),
  /** Carries out the rules of a repository that hold for what a delivery tells of. */
  'rules.apply': DeliveryJob,
  /** Counts sums anew, some of them in turn, and mends those that are wrong. */
  'sums.recount': closed({}),
  /** Judges an issue or a pull request. */
  'triage.run': TriageJob,
  /** Records that something could not be judged; receives what `triage.run` gave up on. */
  'triage.bury': TriageJob,
  /** Has judged what no event has told of. */
  'triage.missed': closed(onTarget),
  /** Learns from a label that somebody set or took off. */
  'triage.learn': closed({
    ...onTarget,
    label: Type.String({ description: 'Name of the label.' }),
    is_on: Type.Boolean({ description: 'Whether it was set.' }),
    by: Type.String({ description: 'Login of whoever did it.' })
  }),
  /** Drops what has been kept long enough. */
  'retention.sweep': closed({}),
  /** Notes the ends of waivers that have come. */
  'waiver.expire': closed({}),
  /** Lists all installations and has each of them synced. */
  'sync.fleet': closed({}),
  /** Lists the repositories and members of an installation and has each repository synced. */
  'sync.installation': closed({ installation_id: Type.Integer({ description: "The host's id of it." }) }),
  /** Looks for syncs whose job died. */
  'sync.watch': closed({}),
  /** Brings a repository's mirror up to the host, or a part of the way. */
  'sync.repository': closed({ repo_id: Type.Integer({ description: "The host's id of the repository." }) })
} as const

export type JobName = keyof typeof JobPayloads
export type JobPayload<Name extends JobName> = Static<(typeof JobPayloads)[Name]>

export const JOB_STATES = ['created', 'retry', 'active', 'completed', 'cancelled', 'failed'] as const
export type JobState = (typeof JOB_STATES)[number]
