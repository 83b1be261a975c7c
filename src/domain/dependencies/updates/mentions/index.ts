// Which packages the manifests of a project ask for, and where.
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import { isIncludedFile } from '../reading.js'
import { cargoTomlMentions } from './cargo-toml.js'
import { composerJsonMentions } from './composer-json.js'
import { gemfileMentions } from './gemfile.js'
import { goModMentions } from './go-mod.js'
import type { Mention } from './mention.js'
import { nugetProjectMentions, packagesConfigMentions } from './nuget.js'
import { packageJsonMentions } from './package-json.js'
import { pomMentions } from './pom.js'
import { pipfileMentions, pyprojectMentions } from './python-toml.js'
import { requirementsMentions } from './requirements.js'

type MentionFinder = (path: string, text: string, files: ReadonlyMap<string, string>) => Mention[]

const FINDERS: readonly (readonly [name: RegExp, find: MentionFinder])[] = [
  [/(?:^|\/)package\.json$/, packageJsonMentions],
  [/(?:^|\/)pyproject\.toml$/, pyprojectMentions],
  [/(?:^|\/)Pipfile$/, pipfileMentions],
  [/\.txt$/, requirementsMentions],
  [/(?:^|\/)go\.mod$/, goModMentions],
  [/(?:^|\/)Cargo\.toml$/, cargoTomlMentions],
  [/(?:^|\/)composer\.json$/, composerJsonMentions],
  [/(?:^|\/)(?:Gemfile|gems\.rb)$/, gemfileMentions],
  [/(?:^|\/)packages\.config$/, packagesConfigMentions],
  [/\.(?:cs|fs|vb)proj$|(?:^|\/)Directory\.Packages\.props$/, nugetProjectMentions]
]

export function mentionsIn(ecosystem: Ecosystem, files: ReadonlyMap<string, string>): Mention[] {
  if (ecosystem === 'maven') return pomMentions(new Map([...files].filter(([path]) => isPom(path))))
  return [...files].flatMap(([path, text]) => {
    const find = FINDERS.find(([name]) => name.test(path))?.[1]
    if (find) return find(path, text, files)
    return isIncludedFile(ecosystem, path) ? requirementsMentions(path, text) : []
  })
}

const isPom = (path: string) => /(?:^|\/)pom\.xml$|\.pom$/.test(path) || isIncludedFile('maven', path)
