// Classifies files by path: tests, snapshots, settings of checks, build files, CI files.

const TEST =
  /(?:^|\/)(?:tests?|__tests?__|specs?|e2e|integration[-_]tests?|cypress|playwright|androidTest|testing)\/|\.(?:test|spec|cy|e2e)\.\w+$|_(?:test|spec)\.\w+$|(?:^|\/)(?:test_[^/]*|tests?|conftest)\.py$|(?:Tests?|TestCase|Spec|IT)\.(?:java|kt|scala|groovy|cs|fs|swift|php|vb)$|(?:^|\/)Test[A-Z]\w*\.(?:java|php|kt)$|_test\.exs$|\.bats$|\.t$/
const RECORDED =
  /\.(?:snap|snapshot|approved|golden|stderr|ambr)(?:\.\w+)?$|(?:^|\/)(?:__snapshots__|__image_snapshots__|golden|goldens|snapshots)\//i
const SETTING =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.cfg|tox\.ini|pytest\.ini|\.coveragerc|noxfile\.py|conftest\.py|pom\.xml|build\.gradle(?:\.kts)?|Cargo\.toml|Makefile|Rakefile|\.rspec|\.simplecov|\.nycrc[^/]*|\.c8rc[^/]*|\.mocharc[^/]*|\.taprc|codecov\.ya?ml|\.codecov\.ya?ml|sonar-project\.properties|phpunit\.xml[^/]*|phpstan\.neon[^/]*|\.golangci\.ya?ml|\.rubocop[^/]*|\.flake8|mypy\.ini|ruff\.toml|\.eslintrc[^/]*|biome\.jsonc?|tsconfig[^/]*\.json|clippy\.toml|Directory\.Build\.props|[^/]*\.csproj|\.?(?:jest|vitest|vite|karma|playwright|cypress|eslint|prettier|stylelint|nyc|babel|ava|web-test-runner)\.?(?:config|conf|setup|rc)?\.[^/]*)$/i
/** Files that run when the code is installed, built or set up. */
const BUILD =
  /(?:^|\/)(?:[^/]*Dockerfile[^/]*|Containerfile|(?:docker-)?compose[^/]*\.ya?ml|setup\.py|build\.rs|CMakeLists\.txt|meson\.build|BUILD|WORKSPACE|MODULE\.bazel|[Jj]ustfile|Taskfile[^/]*|Vagrantfile|Procfile|Gemfile|Podfile|Fastfile|go\.(?:mod|work)|requirements[^/]*\.txt|constraints[^/]*\.txt|Pipfile|environment\.ya?ml|composer\.json|mix\.exs|rebar\.config|build\.sbt|Package\.swift|deno\.jsonc?|bunfig\.toml|turbo\.json|nx\.json|lerna\.json|\.(?:yarnrc|npmrc|pnpmfile|envrc|gitattributes|gitmodules|gitconfig|bashrc|profile)[^/]*)$|\.(?:sh|bash|zsh|ps1|bat|cmd|mk|cmake|bzl|bazel|gradle|gradle\.kts|gemspec|podspec|sbt|tf|hcl|sln|\w{2}proj|props|targets)$|\.config\.[cm]?[jt]s$/i
const IGNORES =
  /(?:^|\/)\.(?:eslint|prettier|stylelint|test|coverage|nyc|codecov|hadolint|semgrep|trivy|gitleaks|snyk)[a-z]*ignore$|(?:^|\/)\.snyk$/i
const CI =
  /(?:^|\/)\.(?:github|gitlab|circleci|buildkite|woodpecker|husky|azure-pipelines|teamcity|semaphore|forgejo|gitea)\/|(?:^|\/)(?:\.gitlab-ci\.ya?ml|\.travis\.ya?ml|\.drone\.ya?ml|\.woodpecker\.ya?ml|\.cirrus\.ya?ml|\.?appveyor\.ya?ml|azure-pipelines[^/]*\.ya?ml|bitbucket-pipelines\.ya?ml|cloudbuild\.ya?ml|Jenkinsfile[^/]*|CODEOWNERS|\.pre-commit-config\.ya?ml|lefthook\.ya?ml|action\.ya?ml|dependabot\.ya?ml|renovate\.json5?)$/i
/** What package managers write as a whole. */
const LOCK =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|deno\.lock|Cargo\.lock|poetry\.lock|uv\.lock|pdm\.lock|Pipfile\.lock|go\.sum|composer\.lock|Gemfile\.lock|mix\.lock|pubspec\.lock|Podfile\.lock|Package\.resolved|packages\.lock\.json|gradle\.lockfile)$/
/** Where people say which versions of what they depend on. */
const MANIFEST =
  /(?:^|\/)(?:package\.json|deno\.json|pyproject\.toml|setup\.cfg|Pipfile|Cargo\.toml|go\.mod|composer\.json|pubspec\.yaml|pnpm-workspace\.yaml|pom\.xml|Directory\.Packages\.props|build\.gradle(?:\.kts)?|libs\.versions\.toml)$|\.csproj$/
const WORKFLOW = /(?:^|\/)\.github\/(?:workflows|actions)\/[^/]*(?:\/[^/]*)*\.ya?ml$/i

export const isTestFile = (path: string) => TEST.test(path)
export const isSnapshotFile = (path: string) => RECORDED.test(path)
export const isSettingsFile = (path: string) => SETTING.test(path)
export const isBuildFile = (path: string) => isSettingsFile(path) || BUILD.test(path)
export const isIgnoreFile = (path: string) => IGNORES.test(path)
export const isLockFile = (path: string) => LOCK.test(path)
export const isManifest = (path: string) => MANIFEST.test(path)
export const isCiFile = (path: string) => CI.test(path)
export const isWorkflowFile = (path: string) => WORKFLOW.test(path)
/** In Rust, unit tests are in the tested file. */
export const mayHoldTests = (path: string) => isTestFile(path) || /\.rs$/.test(path)
