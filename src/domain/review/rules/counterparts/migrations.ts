// Models of a database without their migration, and migrations without what goes with them.
import { addedLines, type DiffLine, type ReviewedFile, removedLines } from '../../change.js'
import { directoryOf, fileNameOf, isTestPlace } from '../../places.js'
import { isBlankLine, isCommentLine } from '../line-words.js'
import type { BuiltInFinding } from '../rule.js'
import { type ChangeView, missingPart } from './part.js'

const MIGRATION =
  /(?:^|\/)(?:migrations?|db\/migrate|alembic\/versions|migrate|changelogs?|flyway|liquibase|evolutions)\/(?!meta\/|__init__)[\w./-]{1,200}\.(?:sql|py|rb|ts|js|cs|php|ex|exs|go|java|kt|xml|ya?ml|json)$|(?:^|\/)V\d[\w.]{0,30}__\w{1,120}\.sql$/i
const IS_META =
  /(?:^|\/)(?:meta\/|__init__\.py$|[\w.]{0,80}ModelSnapshot\.cs$|env\.py$|_journal\.json$|index\.\w{2}$|README)/i

export const isMigration = (path: string): boolean =>
  MIGRATION.test(path) && !IS_META.test(path) && !isTestPlace(path)

interface ModelKind {
  /** Files that describe tables. */
  model: RegExp
  /** Lines of them that describe columns and tables. */
  line: RegExp
  /** Where the migrations of the kind are, in a repository that has some. */
  home: RegExp
}

const MODEL_KINDS: readonly ModelKind[] = [
  {
    model: /(?:^|\/)[\w-]{0,40}\.prisma$/,
    line: /^\s*(?:model|enum)\s\w+|^\s{1,8}\w{1,60}\s{1,20}[A-Z]\w{1,60}(?:\[\]|\?)?(?:\s|$)|@@(?:index|unique|id|map)|^\s{2,8}[A-Z_]{2,40}\s*$/,
    home: /(?:^|\/)prisma\/migrations\/|(?:^|\/)migrations\/\d{8,14}_\w+\/migration\.sql$/
  },
  {
    model: /(?:^|\/)models(?:\/[\w/]{1,120})?\.py$/,
    line: /=\s?(?:models|fields|gis_models)\.\w{2,60}(?:Field|Key|OneToOne\w{0,10}|ManyToMany\w{0,10})?\(|=\s?\w{0,20}(?:Field|ForeignKey)\(|^class \w{1,80}\(models\.Model\)|unique_together|models\.(?:Index|UniqueConstraint)/,
    home: /(?:^|\/)migrations\/\d{4}_\w+\.py$/
  },
  {
    model: /(?:^|\/)(?:models?|entities|db|database|schema|orm|tables)(?:\/[\w/]{1,120})?\.py$/,
    line: /=\s?(?:db\.|sa\.)?(?:Column|mapped_column|relationship|Field)\(|:\s?Mapped\[|__tablename__/,
    home: /(?:^|\/)(?:alembic|migrations)\/versions\/\w{1,120}\.py$/
  },
  {
    model: /\.entity\.[jt]s$|(?:^|\/)(?:entity|entities|models?)\/[\w./-]{1,120}\.[jt]s$/,
    line: /@(?:Column|PrimaryGeneratedColumn|PrimaryColumn|ManyToOne|OneToMany|OneToOne|ManyToMany|JoinColumn|Entity|Index|Unique|Property|CreateDateColumn|UpdateDateColumn|Enum)\(|type:\s?(?:DataTypes|Sequelize)\./,
    home: /(?:^|\/)migrations?\/\d{8,17}[\w.-]{1,120}\.[jt]s$/
  },
  {
    model: /(?:^|\/)(?:schema|tables?|db|drizzle)(?:\/[\w./-]{1,120})?\.ts$/,
    line: /\b(?:pgTable|mysqlTable|sqliteTable|pgEnum|uniqueIndex|index|foreignKey)\(|:\s?(?:text|integer|varchar|serial|bigserial|boolean|timestamp|jsonb?|uuid|numeric|real|bigint|date|char|smallint|doublePrecision|bigint)\(/,
    home: /(?:^|\/)(?:drizzle|migrations)\/[\w/-]{0,80}\d{4}_\w{1,80}(?:\/migration)?\.sql$/
  },
  {
    model: /(?:^|\/)(?:Models|Entities|Domain|Data)\/[\w/.]{1,120}\.cs$/,
    line: /\bpublic (?:virtual |required )?[\w<>?[\]]{2,60} \w{1,60} ?\{ ?get;|DbSet</,
    home: /(?:^|\/)Migrations\/\d{8,14}_\w{1,120}\.cs$/
  },
  {
    model: /(?:^|\/)(?:entity|entities|model|models|domain)\/[\w/]{1,120}\.(?:java|kt)$/,
    line: /@(?:Column|Entity|Table|JoinColumn|ManyToOne|OneToMany|ManyToMany|OneToOne|Id|Enumerated)\b|^\s*private [\w<>]{2,60} \w{1,60};/,
    home: /(?:^|\/)db\/(?:migration|changelog)\/|(?:^|\/)V\d[\w.]{0,30}__\w{1,120}\.sql$/
  },
  {
    model: /(?:^|\/)(?:lib|schemas?)\/[\w/]{1,120}\.ex$/,
    line: /^\s*(?:field|belongs_to|has_many|many_to_many|embeds_one)[ (]:/,
    home: /(?:^|\/)priv\/[\w/]{1,60}\/?migrations\/\d{8,14}_\w{1,120}\.exs$/
  }
]

export function migrationFindings(view: ChangeView): BuiltInFinding[] {
  return [
    ...modelsWithoutMigration(view),
    ...appliedMigrations(view),
    ...lackingDown(view),
    ...lackingSchema(view),
    ...lackingJournal(view)
  ]
}

function modelsWithoutMigration(view: ChangeView): BuiltInFinding[] {
  if (view.change.files.some(({ path }) => isMigration(path) || /\.sql$/.test(path))) return []
  const found = MODEL_KINDS.flatMap(({ model, line, home }) => {
    const files = view.files.filter(({ path }) => model.test(path) && !isTestPlace(path) && !home.test(path))
    return files.flatMap((file) => {
      const at = changedColumn(file, line)
      return at && view.holds(home) ? [{ file, at }] : []
    })
  })
  const [first] = found
  if (!first) return []
  return [
    missingPart(first.file, {
      severity: 'high',
      confidence: 0.75,
      title: 'A model of the database changes without a migration',
      description:
        'The repository keeps migrations for its tables, and the change has none: where the code runs next, the columns are not there.',
      suggestion: 'Make the migration that belongs to it, and commit both together.',
      category: 'bug',
      line: first.at.after ?? addedLines(first.file)[0]?.after ?? null
    })
  ]
}

/** A column that comes, goes or changes: none that only moves. */
function changedColumn(file: ReviewedFile, pattern: RegExp): DiffLine | undefined {
  const of = (lines: readonly DiffLine[]) =>
    lines.filter(({ text }) => text.length < 500 && pattern.test(text) && !isCommentLine(text))
  const [added, removed] = [of(addedLines(file)), of(removedLines(file))]
  const texts = (lines: readonly DiffLine[]) => new Set(lines.map(({ text }) => text.trim()))
  const [before, after] = [texts(removed), texts(added)]
  return (
    added.find(({ text }) => !before.has(text.trim())) ?? removed.find(({ text }) => !after.has(text.trim()))
  )
}

/** Where it ran once it does not run again. */
function appliedMigrations({ change, files }: ChangeView): BuiltInFinding[] {
  const renamed = files.filter(({ path, status }) => status === 'modified' && isMigration(path))
  const changed = renamed.filter((file) => isInHistory(change.files, file) && changesStatements(file))
  return changed.slice(0, 3).map((file) =>
    missingPart(file, {
      severity: 'medium',
      confidence: 0.65,
      title: 'A migration is changed that may have run already',
      description:
        'Databases that ran it keep what it did before, and new ones get something else: the two differ from now on.',
      suggestion: 'Leave it as it was, and put the difference into a new migration.',
      category: 'regression'
    })
  )
}

const isInHistory = (files: readonly ReviewedFile[], { path }: ReviewedFile) =>
  !files.some(
    (file) => file.status === 'added' && directoryOf(file.path) === directoryOf(path) && file.path < path
  )

const changesStatements = (file: ReviewedFile) =>
  [...addedLines(file), ...removedLines(file)].some(({ text }) => !isBlankLine(text) && !isCommentLine(text))

const UP = /\.up\.(sql|\w{2,4})$/
const EMPTY_DOWN =
  /^\s*def downgrade\(\)[^:]{0,40}:\s*$|^\s*(?:public )?(?:async )?(?:function )?down\([^)]{0,80}\)[^{]{0,60}\{\s*\}?\s*$|exports\.down\s?=\s?(?:async )?(?:function)?\s?\(?[^)]{0,40}\)?\s?(?:=>)?\s?\{\s*\}?;?\s*$/

function lackingDown(view: ChangeView): BuiltInFinding[] {
  const lone = view.files.filter(({ path, status }) => {
    if (status !== 'added' || !UP.test(path)) return false
    const down = path.replace('.up.', '.down.')
    return !view.touched.has(down) && view.holds(/\.down\.\w{2,4}$/)
  })
  const empty = view.files.filter(
    (file) => file.status === 'added' && isMigration(file.path) && hasEmptyDown(addedLines(file))
  )
  return [...lone, ...empty].slice(0, 3).map((file) =>
    missingPart(file, {
      severity: lone.includes(file) ? 'medium' : 'low',
      confidence: lone.includes(file) ? 0.75 : 0.5,
      title: 'A migration has no way back',
      description: 'Other migrations of the repository can be undone, and this one cannot.',
      suggestion: 'Write what undoes it.'
    })
  )
}

function hasEmptyDown(lines: readonly DiffLine[]): boolean {
  const at = lines.findIndex(({ text }) => EMPTY_DOWN.test(text))
  const next = lines.slice(at + 1).find(({ text }) => !isBlankLine(text))
  return at >= 0 && (next === undefined || /^\s*(?:pass|\}|\};|\.\.\.)\s*$/.test(next.text))
}

const RAILS = /(?:^|\/)db\/migrate\/\d{14}_\w{1,120}\.rb$/
const RAILS_SCHEMA = /(?:^|\/)db\/(?:schema\.rb|structure\.sql)$/
const EF_MIGRATION = /(?:^|\/)Migrations\/\d{8,14}_\w{1,120}(?<!\.Designer)\.cs$/
const EF_SNAPSHOT = /ModelSnapshot\.cs$/

/** Some frameworks write down what all migrations lead to. */
function lackingSchema(view: ChangeView): BuiltInFinding[] {
  const pairs = [
    { made: RAILS, whole: RAILS_SCHEMA },
    { made: EF_MIGRATION, whole: EF_SNAPSHOT }
  ]
  return pairs.flatMap(({ made, whole }) => {
    const file = view.files.find(({ path, status }) => status === 'added' && made.test(path))
    if (!file || !view.holds(whole) || view.touches(whole)) return []
    const name = fileNameOf(view.paths.find((path) => whole.test(path)) ?? '')
    return [
      missingPart(file, {
        severity: 'medium',
        confidence: 0.75,
        title: `A migration is added, and ${name} does not follow`,
        description: 'A database that is set up from that file lacks what the migration adds.',
        suggestion: 'Run the migration, and commit what it makes of the file.',
        category: 'bug'
      })
    ]
  })
}

const DRIZZLE = /(?:^|\/)(?:drizzle|migrations)\/(?:[\w-]{1,60}\/)?\d{4}_\w{1,80}\.sql$/
const JOURNAL = /(?:^|\/)meta\/_journal\.json$/

function lackingJournal(view: ChangeView): BuiltInFinding[] {
  const file = view.files.find(({ path, status }) => status === 'added' && DRIZZLE.test(path))
  if (!file || !view.holds(JOURNAL) || view.touches(JOURNAL)) return []
  return [
    missingPart(file, {
      severity: 'medium',
      confidence: 0.75,
      title: 'A migration is added that the journal does not name',
      description: 'Only what the journal names is run, so that this migration never is.',
      suggestion: 'Make the migration with the tool that writes the journal.',
      category: 'bug'
    })
  ]
}
