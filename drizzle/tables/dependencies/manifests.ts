import {
  bigint,
  bigserial,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  text,
  unique
} from 'drizzle-orm/pg-core'
import { ECOSYSTEMS, MANIFEST_STATUSES } from '../../../schemas/dependencies/enums.js'
import { instant, isOneOf } from '../columns.js'
import { repositories } from '../mirror/repositories.js'

/** A package as a manifest names it; short keys, because a lock file names thousands. */
export interface StoredDependency {
  name: string
  requirement: string | null
  resolvedVersion: string | null
  source: string | null
  direct: boolean | null
  dev: boolean
  line: number | null
}

/** Manifests and lock files on the default branches. */
export const dependencyManifests = pgTable(
  'dependency_manifests',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    repoId: bigint('repo_id', { mode: 'number' }).notNull(),
    filePath: text('file_path').notNull(),
    ecosystem: text('ecosystem', { enum: ECOSYSTEMS }).notNull(),
    lockfile: boolean('lockfile').notNull(),
    status: text('status', { enum: MANIFEST_STATUSES }).notNull(),
    error: text('error'),
    notes: json('notes').$type<string[]>().notNull(),
    dependencies: json('dependencies').$type<StoredDependency[]>().notNull(),
    /** Other files that it names, as it names them. */
    includes: json('includes').$type<string[]>().notNull(),
    depCount: integer('dep_count').notNull(),
    /** Of the packages that it resolves, to find the repositories that an advisory may be about. */
    packageKeys: text('package_keys').array().notNull().default([]),
    commitSha: text('commit_sha').notNull(),
    /** A blob that was read by the same readers is not read again. */
    blobSha: text('blob_sha').notNull(),
    readerVersion: integer('reader_version').notNull(),
    scannedAt: instant('scanned_at').notNull(),
    live: boolean('live').notNull()
  },
  (table) => [
    unique('dependency_manifests_path_key').on(table.repoId, table.filePath),
    check('dependency_manifests_ecosystem_check', isOneOf(table.ecosystem, ECOSYSTEMS)),
    check('dependency_manifests_status_check', isOneOf(table.status, MANIFEST_STATUSES)),
    foreignKey({
      name: 'dependency_manifests_repo_id_fkey',
      columns: [table.repoId],
      foreignColumns: [repositories.hostId]
    }),
    index('dependency_manifests_packages_idx').using('gin', table.packageKeys),
    index('dependency_manifests_order_idx').on(table.repoId, table.ecosystem, table.filePath)
  ]
)
