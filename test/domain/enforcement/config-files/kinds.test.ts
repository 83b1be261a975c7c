import t from 'tap'
import { configFileType } from '#domain/enforcement/config-files/kinds.js'

t.test('a file is what its path says, by the first rule that applies', async (t) => {
  const kinds = {
    '.github/workflows/ci.yml': 'host_actions',
    '.github/workflows/release.yaml': 'host_actions',
    '.github/dependabot.yml': 'host_config',
    '.github/compose.yml': 'host_config',
    '.github/.service.yml': 'service_config',
    '.service.yml': 'service_config',
    '.github/ISSUE_TEMPLATE/bug.yml': 'issue_template',
    '.github/issue_template/config.yaml': 'issue_template',
    CODEOWNERS: 'codeowners',
    'docs/CODEOWNERS': 'codeowners',
    '.github/CODEOWNERS': 'codeowners',
    'infra/prod/main.tf': 'terraform',
    'infra/prod/prod.auto.tfvars': 'terraform_vars',
    'docker-compose.yml': 'docker_compose',
    'deploy/compose.yaml': 'docker_compose',
    'mkdocs.yml': 'yaml',
    'packages/a/package.json': 'package_json',
    'tsconfig.json': 'tsconfig',
    'packages/a/tsconfig.build.json': 'tsconfig'
  }
  for (const [path, kind] of Object.entries(kinds)) t.equal(configFileType(path), kind, path)
})

t.test('other files are not validated', async (t) => {
  const paths = [
    'README.md',
    'src/config.yml',
    '.github/workflows/nested/ci.yml',
    '.github/workflows/README.md',
    '.github/ISSUE_TEMPLATE/bug.md',
    'src/CODEOWNERS',
    'node_modules/a/package.json',
    'a/node_modules/b/tsconfig.json',
    '.terraform/modules/a/main.tf',
    'prod.tfvars.json',
    'package-lock.json',
    'my-compose.yml.txt',
    ''
  ]
  for (const path of paths) t.equal(configFileType(path), undefined, path)
})
