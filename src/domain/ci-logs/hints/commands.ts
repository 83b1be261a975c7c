// Hints from the command of the failed step: a job that lints usually fails at linting.
import type { RulePack } from '../rules/rule.js'

export const commandHints: RulePack = {
  dependency_resolution: [
    {
      id: 'command.install',
      weight: 1.6,
      pattern:
        /\b(?:npm|pnpm|yarn|bun) (?:ci|install|i|add)\b|\bpip3? install|\buv (?:sync|pip|lock)|poetry (?:install|lock)|pipenv (?:install|sync)|conda (?:env |install|create)|bundle (?:install|update)|composer (?:install|update)|go mod |cargo (?:fetch|update)|dotnet restore|pod install|carthage |flutter pub|dart pub|apt(?:-get)? install|brew install|install(?:ing)? dependencies|setup dependencies/i,
      example: 'Run npm ci'
    }
  ],
  test_failure: [
    {
      id: 'command.test',
      weight: 1.7,
      pattern:
        /\bpytest|\btox\b|\bnox\b|unittest|\bjest\b|vitest|\bmocha\b|\bkarma\b|cypress|playwright|\b(?:npm|pnpm|yarn|bun|go|cargo|dotnet|flutter|dart|mix|swift|deno|mvnw?|rake|make|bazel|\.\/gradlew|sbt)(?: run| -\S{1,30})? \S{0,30}test|nextest|ctest|rspec|phpunit|\bpest\b|connectedAndroidTest|xcodebuild test|(?:run|unit|integration|e2e|end-to-end|smoke|functional|acceptance)[ -:_]{1,3}tests?\b|mvnw? .{0,40}verify/i,
      example: 'Run integration tests'
    }
  ],
  type_check: [
    {
      id: 'command.type',
      weight: 2,
      pattern:
        /\btsc\b|vue-tsc|\bmypy|pyright|\bpytype|\bpyre\b|\bflow check|phpstan|psalm|\bsrb tc|svelte-check|dialyzer|type-?check|check[ -:_]types?|\btypes\b/i,
      example: 'Run npx tsc --noEmit'
    }
  ],
  lint_format: [
    {
      id: 'command.lint',
      weight: 2,
      pattern:
        /lint\b|\blint|eslint|prettier|\bbiome\b|stylelint|\bruff\b|\bblack\b|flake8|pylint|isort|rubocop|standardrb|clippy|cargo fmt|rustfmt|gofmt|golangci|ktlint|detekt|checkstyle|spotless|swiftlint|swiftformat|clang-(?:format|tidy)|php-?cs|\bpint\b|hadolint|shellcheck|yamllint|markdownlint|actionlint|pre-commit|commitlint|terraform fmt|dotnet format|mix format|\bformat(?:ting)?\b|code ?style|credo/i,
      example: 'Run golangci-lint run'
    }
  ],
  docker_build: [
    {
      id: 'command.image',
      weight: 1.8,
      pattern:
        /docker (?:buildx |compose |image )?(?:build|bake|pull)|docker\/(?:build-push|bake)-action|docker-compose build|podman build|buildah|kaniko|build(?:ing)? (?:the )?(?:docker |container )?image/i,
      example: 'Run docker build -t a .'
    }
  ],
  compile_error: [
    {
      id: 'command.build',
      weight: 1.4,
      pattern:
        /\b(?:npm|pnpm|yarn|bun|go|cargo|dotnet|swift|bazel|flutter|next|vite|ng|nx|tauri)(?: run)? build|\bcmake\b|\bninja\b|\bmake\b(?! \S{0,20}test)|\bmeson\b|xcodebuild|fastlane|mvnw? .{0,40}(?:compile|package|install)|gradlew? .{0,60}(?:assemble|build|compile|bundle)|msbuild|sbt compile|webpack|rollup|wasm-pack|javac|\bbuild(?: project|ing)?$/i,
      example: 'Run cargo build --release'
    }
  ],
  config_error: [
    {
      id: 'command.setup',
      weight: 1.2,
      pattern:
        /terraform (?:init|validate|plan|apply)|\btofu\b|terragrunt|helm (?:lint|template|install|upgrade)|kubectl (?:apply|create|diff)|kustomize|ansible|actions\/setup-|docker[- ]compose (?:up|config)|pulumi|cdk (?:synth|deploy)/i,
      example: 'Run terraform plan'
    }
  ],
  auth_permission: [
    {
      id: 'command.login',
      weight: 1.5,
      pattern:
        /(?:docker|az|gcloud auth|gh auth|npm|helm registry) login|(?:login|auth|configure-aws-credentials|create-github-app-token)(?:-action)?@|\bpublish\b|git push|docker push|twine upload|semantic-release|\brelease\b|\bdeploy/i,
      example: 'Run npm publish'
    }
  ],
  quality_gate: [
    {
      id: 'command.gate',
      weight: 2,
      pattern:
        /codecov|coveralls|sonar|\btrivy|\bsnyk|\bgrype|codeql|semgrep|gitleaks|trufflehog|(?:npm|pnpm|yarn|cargo|pip-|bundle)[ -]?audit|cargo[ -]deny|size-?limit|bundlesize|bundlewatch|lighthouse|lhci|dependency-review|license|coverage|tfsec|checkov|infracost|benchmark/i,
      example: 'Run trivy image a'
    }
  ],
  network: [
    {
      id: 'command.fetch',
      weight: 0.8,
      pattern: /actions\/checkout@|git (?:clone|fetch|submodule)|\bcurl\b|\bwget\b|apt(?:-get)? update/i,
      example: 'Run curl -fsSLO https://example.org/a'
    }
  ],
  runner_infra: [
    {
      id: 'command.runner',
      weight: 0.8,
      pattern: /actions\/(?:cache|upload-artifact|download-artifact)|emulator|simulator|simctl/i,
      example: 'Run actions/upload-artifact@v4'
    }
  ]
}
