// Migrations after which the code that runs, or the rows that are there, no longer fit.
import { addedLines, type DiffLine, type ReviewedFile, removedLines } from '../../change.js'
import { isTestPlace } from '../../places.js'
import { isCommentLine } from '../line-words.js'
import type { BuiltInFinding } from '../rule.js'
import { isMigration } from './migrations.js'
import { type ChangeView, missingPart } from './part.js'

/** The first group is the column, or the table if all of it goes. */
const DROPS =
  /\bdrop\s{1,3}(?:column|table)\s{1,3}(?:if\s{1,3}exists\s{1,3})?["'`[]?(?:\w{1,60}["'`\]]?\.["'`[]?)?(\w{1,80})|\bremove_columns?[ (]\s?:\w{1,80},\s?:(\w{1,80})|\bremove_(?:reference|belongs_to)[ (]\s?:\w{1,80},\s?:(\w{1,80})|\bdrop_(?:column|table)\(?\s?(?:["']\w{1,80}["'],\s?)?[:"'](\w{1,80})|\bdropColumns?\(\s?["'](?:\w{1,80}["'],\s?["'])?(\w{1,80})|\bDropColumn\(\s?(?:name:\s?)?"(\w{1,80})|\bDropTable\(\s?(?:name:\s?)?"(\w{1,80})|\bdropTable(?:IfExists)?\(\s?["'](\w{1,80})|\bremoveColumn\(\s?["']\w{1,80}["'],\s?["'](\w{1,80})|^\s*t\.remove\s:(\w{1,80})|\bremove :(\w{1,80})/i
const RENAMES =
  /\brename\s{1,3}(?:column\s{1,3})?["'`[]?(\w{1,80})["'`\]]?\s{1,3}to\b|\brename_(?:column|table)[ (]\s?[:"']\w{1,80}["']?,\s?[:"'](\w{1,80})|\brenameColumn\(\s?["'](?:\w{1,80}["'],\s?["'])?(\w{1,80})|\bRenameColumn\(\s?(?:name:\s?)?"(\w{1,80})/i
/** Django names what it removes in lines of their own. */
const FIELD_OPERATION = /\bmigrations\.(RemoveField|DeleteModel|RenameField)\(/
const FIELD_NAME = /\b(?:name|old_name)\s?=\s?['"](\w{1,80})/

const ADDS_COLUMN =
  /\badd\s{1,3}(?:column\s{1,3})?(?:if\s{1,3}not\s{1,3}exists\s{1,3})?["'`[]?\w{1,80}["'`\]]?\s[^,;]{0,160}\bnot\s{1,3}null\b|\badd_column[ (][^\n]{0,160}null:\s?false|\badd_(?:reference|belongs_to)[ (][^\n]{0,160}null:\s?false|\bop\.add_column\([^\n]{0,200}nullable\s?=\s?False|\bAddColumn<[^\n]{0,160}nullable:\s?false/i
const HAS_DEFAULT = /\bdefault\b|server_default|\bgenerated\b|\bserial\b|defaultValue/i
const MAKES_REQUIRED =
  /\balter\s{1,3}(?:column\s{1,3})?["'`[]?\w{1,80}["'`\]]?\s{1,3}set\s{1,3}not\s{1,3}null|\bchange_column_null[ (][^\n]{0,120},\s?false/i

/** Rewrites a table, cuts what no longer fits, or fails where rows are alike. */
const RETYPES =
  /\balter\s{1,3}(?:column\s{1,3})?["'`[]?\w{1,80}["'`\]]?\s{1,3}(?:set\s{1,3}data\s{1,3})?type\b|\bmodify\s{1,3}(?:column\s{1,3})?["'`]?\w{1,80}["'`]?\s{1,3}\w|\bchange_column[ (]\s?:|\bmigrations\.AlterField\(|\bop\.alter_column\([^\n]{0,160}type_\s?=|\bAlterColumn<|\.alter\(\)/i
const EMPTIES =
  /^\s*(?:op\.execute\(|execute[ (]|await \w{1,30}\.query\()?["'`]{0,3}\s?(?:truncate\b|delete\s{1,3}from\s{1,3}["'`]?\w{1,80}["'`]?\s?(?:;|["'`)]|$))/i
const MAKES_UNIQUE =
  /\badd\s{1,3}constraint\b[^;\n]{0,120}\bunique\b|\bcreate\s{1,3}unique\s{1,3}index\b|\badd_index\b[^\n]{0,160}unique:\s?true|\bop\.create_unique_constraint\(/i
const MAKES_TABLE = /\bcreate\s{1,3}table\b|\bcreate_table\b|createTable\(|CreateTable\(|CreateModel\(/i

export function destructiveFindings(view: ChangeView): BuiltInFinding[] {
  return view.files
    .filter(
      ({ path, status }) =>
        status === 'added' && (isMigration(path) || /\.sql$/.test(path)) && !isTestPlace(path)
    )
    .flatMap((file) => {
      const lines = upwardLines(file)
      return [
        ...goneColumn(view, file, lines),
        ...requiredColumn(file, lines),
        ...riskyStatements(file, lines)
      ]
    })
}

const DOWN =
  /^\s*(?:def down\b|def downgrade\b|--\s?\+goose down|-- ?down\b|--\s?migrate:down|public function down|async down\(|down\(|(?:protected|public) override void Down|exports\.down|export (?:async )?function down)/i

/** Without what undoes the migration. */
function upwardLines(file: ReviewedFile): DiffLine[] {
  if (/\.down\.\w{2,4}$/.test(file.path)) return []
  const lines = addedLines(file).filter(({ text }) => text.length < 1_000)
  const down = lines.findIndex(({ text }) => DOWN.test(text))
  return (down < 0 ? lines : lines.slice(0, down)).filter(({ text }) => !isCommentLine(text))
}

interface GoneName {
  name: string
  line: DiffLine
  isRename: boolean
}

function goneIn(lines: readonly DiffLine[]): GoneName[] {
  return lines.flatMap((line, at) => {
    const dropped = nameIn(DROPS, line.text)
    if (dropped) return [{ name: dropped, line, isRename: false }]
    const renamed = nameIn(RENAMES, line.text)
    if (renamed) return [{ name: renamed, line, isRename: true }]
    const kind = FIELD_OPERATION.exec(line.text)?.[1]
    const near = kind ? lines.slice(at, at + 5).map(({ text }) => text) : []
    const name = near.map((text) => nameIn(FIELD_NAME, text)).find(Boolean)
    return name ? [{ name, line, isRename: kind === 'RenameField' }] : []
  })
}

const nameIn = (pattern: RegExp, text: string) => pattern.exec(text)?.slice(1).find(Boolean)

/** What the same migration makes is none that the code reads. */
function goneColumn(view: ChangeView, file: ReviewedFile, lines: readonly DiffLine[]): BuiltInFinding[] {
  const [first] = goneIn(lines)
  if (!first) return []
  const isFollowed = view.change.files.some(
    (one) => one.path !== file.path && removedLines(one).some(({ text }) => text.includes(first.name))
  )
  return [
    missingPart(file, {
      severity: isFollowed ? 'low' : 'medium',
      confidence: isFollowed ? 0.35 : 0.55,
      title: first.isRename
        ? `A migration renames ${first.name} under the code that runs`
        : `A migration drops ${first.name} under the code that runs`,
      description: `${isFollowed ? '' : `Nothing else in the change lets go of ${first.name}. `}What reads or writes it fails from then on, also the version that still runs while the new one is rolled out.`,
      suggestion: 'Let a first release stop using it, and take it away in a later one.',
      category: 'bug',
      line: first.line.after
    })
  ]
}

function requiredColumn(file: ReviewedFile, lines: readonly DiffLine[]): BuiltInFinding[] {
  const line = lines.find(({ text }) => ADDS_COLUMN.test(text) && !HAS_DEFAULT.test(text))
  const isFilled = lines.some(({ text }) => /\bupdate\b|backfill|update_all|execute/i.test(text))
  const strict = line ?? (isFilled ? undefined : lines.find(({ text }) => MAKES_REQUIRED.test(text)))
  if (!strict) return []
  return [
    missingPart(file, {
      severity: line ? 'high' : 'medium',
      confidence: 0.65,
      title: 'A migration asks for a value that existing rows do not have',
      description:
        'The column may not be empty and has no default: where the table has rows, the migration fails.',
      suggestion: 'Give it a default, or add it empty, fill it, and require it then.',
      category: 'bug',
      line: strict.after
    })
  ]
}

interface RiskyStatement {
  pattern: RegExp
  title: string
  description: string
  confidence: number
}

const RISKY: readonly RiskyStatement[] = [
  {
    pattern: EMPTIES,
    title: 'A migration deletes all rows of a table',
    description: 'Where it runs they are gone, and nothing that undoes the migration brings them back.',
    confidence: 0.6
  },
  {
    pattern: RETYPES,
    title: 'A migration changes the type of a column',
    description:
      'Values that no longer fit are cut or make it fail, and many databases lock the table until all rows are written anew.',
    confidence: 0.45
  },
  {
    pattern: MAKES_UNIQUE,
    title: 'A migration asks for unique values of rows that are there',
    description: 'Where two of them are alike, the migration fails.',
    confidence: 0.4
  }
]

/** A table that the migration makes has no rows. */
function riskyStatements(file: ReviewedFile, lines: readonly DiffLine[]): BuiltInFinding[] {
  if (lines.some(({ text }) => MAKES_TABLE.test(text))) return []
  return RISKY.flatMap(({ pattern, title, description, confidence }) => {
    const line = lines.find(({ text }) => pattern.test(text))
    if (!line) return []
    return [
      missingPart(file, {
        severity: confidence > 0.5 ? 'medium' : 'low',
        confidence,
        title,
        description,
        suggestion: 'Say in the description how it was tried on data like that of production.',
        category: 'bug',
        line: line.after
      })
    ]
  }).slice(0, 1)
}
