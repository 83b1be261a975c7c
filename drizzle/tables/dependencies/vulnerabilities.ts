import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  check,
  type ExtraConfigColumn,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  smallint,
  text,
  unique
} from 'drizzle-orm/pg-core'
import {
  DISMISSAL_CATEGORIES,
  ECOSYSTEMS,
  VULNERABILITY_SEVERITIES,
  VULNERABILITY_STATUSES
} from '../../../schemas/dependencies/enums.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** In place of a score that nobody says: below all others. */
export const NO_SCORE = -1

/** Packages of repositories that an advisory is about, or was. */
export const vulnerabilities = pgTable(
  'vulnerabilities',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    ecosystem: text('ecosystem', { enum: ECOSYSTEMS }).notNull(),
    packageName: text('package_name').notNull(),
    advisoryId: text('advisory_id').notNull(),
    manifestPath: text('manifest_path').notNull(),
    manifestLine: integer('manifest_line'),
    ghsaId: text('ghsa_id'),
    cveId: text('cve_id'),
    aliases: json('aliases').$type<string[]>().notNull(),
    affectedRange: text('affected_range').notNull(),
    installedVersion: text('installed_version'),
    patchedVersion: text('patched_version'),
    direct: boolean('direct'),
    dev: boolean('dev').notNull(),
    severity: text('severity', { enum: VULNERABILITY_SEVERITIES }).notNull(),
    severityRank: smallint('severity_rank')
      .notNull()
      .generatedAlwaysAs(
        sql`case severity when 'critical' then 4 when 'high' then 3 when 'medium' then 2 when 'low' then 1 else 0 end`
      ),
    /** The CVSS score in tenths; below 0 if nobody says. */
    scoreTenths: smallint('score_tenths').notNull(),
    summary: text('summary'),
    status: text('status', { enum: VULNERABILITY_STATUSES }).notNull(),
    /** Which sources have told of it: it is fixed only when each of them tells of it no more. */
    fromAlert: boolean('from_alert').notNull(),
    fromRecords: boolean('from_records').notNull(),
    alertNumber: integer('alert_number'),
    reopenCount: integer('reopen_count').notNull(),
    fixPrNumber: integer('fix_pr_number'),
    fixPrUrl: text('fix_pr_url'),
    dismissedCategory: text('dismissed_category', { enum: DISMISSAL_CATEGORIES }),
    dismissedReason: text('dismissed_reason'),
    dismissedBy: text('dismissed_by'),
    dismissedAt: instant('dismissed_at'),
    dismissedUntil: instant('dismissed_until'),
    detectedAt: instant('detected_at').notNull(),
    publishedAt: instant('published_at'),
    fixedAt: instant('fixed_at'),
    updatedAt: instant('updated_at').notNull(),
    live: boolean('live').notNull()
  },
  (table) => {
    const { severityRank, scoreTenths, detectedAt, id } = table
    const last = (column: ExtraConfigColumn) => column.desc().nullsFirst()
    const worstFirst = () => [last(severityRank), last(scoreTenths), last(detectedAt), last(id)] as const
    const isLive = sql`live`
    const orderWithin = (name: string, first: ExtraConfigColumn, ...others: ExtraConfigColumn[]) =>
      index(name)
        .on(first, ...others, ...worstFirst())
        .where(isLive)
    return [
      unique('vulnerabilities_finding_key').on(
        table.repoId,
        table.ecosystem,
        table.packageName,
        table.advisoryId,
        table.manifestPath
      ),
      check('vulnerabilities_ecosystem_check', isOneOf(table.ecosystem, ECOSYSTEMS)),
      check('vulnerabilities_severity_check', isOneOf(table.severity, VULNERABILITY_SEVERITIES)),
      check('vulnerabilities_status_check', isOneOf(table.status, VULNERABILITY_STATUSES)),
      check('vulnerabilities_category_check', isOneOf(table.dismissedCategory, DISMISSAL_CATEGORIES)),
      check('vulnerabilities_fixed_check', sql`(${table.status} = 'fixed') = (${table.fixedAt} is not null)`),
      check(
        'vulnerabilities_dismissed_check',
        sql`(${table.status} = 'dismissed') = (${table.dismissedAt} is not null)`
      ),
      foreignKey({
        name: 'vulnerabilities_repo_id_fkey',
        columns: [table.repoId],
        foreignColumns: [repositories.hostId]
      }),
      index('vulnerabilities_order_idx')
        .on(...worstFirst())
        .where(isLive),
      orderWithin('vulnerabilities_status_idx', table.status),
      orderWithin('vulnerabilities_repo_idx', table.repoId),
      orderWithin('vulnerabilities_repo_status_idx', table.repoId, table.status),
      orderWithin('vulnerabilities_repo_ecosystem_idx', table.repoId, table.ecosystem, table.status),
      index('vulnerabilities_unfixable_idx')
        .on(...worstFirst())
        .where(sql`live and patched_version is null`),
      orderWithin('vulnerabilities_ecosystem_order_idx', table.ecosystem),
      orderWithin('vulnerabilities_ecosystem_idx', table.ecosystem, table.status),
      orderWithin('vulnerabilities_package_idx', table.packageName, table.status),
      index('vulnerabilities_age_idx').on(table.detectedAt).where(sql`live and status = 'open'`),
      index('vulnerabilities_repo_age_idx')
        .on(table.repoId, table.detectedAt)
        .where(sql`live and status = 'open'`),
      index('vulnerabilities_lapse_idx')
        .on(table.dismissedUntil)
        .where(sql`status = 'dismissed' and dismissed_until is not null`)
    ]
  }
)
