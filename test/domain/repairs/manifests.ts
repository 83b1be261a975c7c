// Manifests whose fault the log states, and those that it does not mean.
import type { Case } from './case.js'

export const MANIFESTS: Case[] = [
  {
    repair: 'manifest',
    what: 'a comma too many goes, and texts that hold one stay',
    log: ['npm error code EJSONPARSE', 'npm error path /home/runner/work/a/a/package.json'],
    type: 'config_error',
    before: { 'package.json': '{\n  "name": "a,}",\n  "private": true,\n}\n', 'web/package.json': '{}\n' },
    after: { 'package.json': '{\n  "name": "a,}",\n  "private": true\n}\n' }
  },
  {
    repair: 'manifest',
    what: 'a manifest that is wrong otherwise is left to people',
    log: ['npm error code EJSONPARSE', 'npm error path /home/runner/work/a/a/package.json'],
    type: 'config_error',
    before: { 'package.json': '{ "name" "a" }\n' },
    refused: /not only because of a trailing comma/
  },
  {
    repair: 'manifest',
    what: 'of several the one that the log names, though it does not say where the repository lies',
    log: [
      'npm ERR! code EJSONPARSE',
      'npm ERR! path D:\\a\\a\\a\\web/package.json',
      'npm ERR! JSON.parse Expected double-quoted property name in JSON at position 9'
    ],
    type: 'config_error',
    before: { 'package.json': '{}\n', 'web/package.json': '{"a":1,}\n', 'test/web/package.json': '{,}\n' },
    after: { 'web/package.json': '{"a":1}\n' }
  },
  ...[
    [],
    ['npm error path /home/runner/work/a/a/package-lock.json'],
    ['npm error path /home/runner/work/a/a/package.json'],
    ['npm warn old test/broken/package.json']
  ].map(
    (more): Case => ({
      repair: 'manifest',
      what: `a manifest that the log does not name: ${more.join()}`,
      log: ['npm error code EJSONPARSE', ...more],
      type: 'config_error',
      before: { 'package.json': '{}\n', 'test/broken/package.json': '{"a":1,}\n' },
      refused: /names no manifest|is unclear/
    })
  ),
  {
    repair: 'manifest',
    what: 'two that are no JSON, and the log names the end of both',
    log: ['npm error code EJSONPARSE', 'npm error path /home/runner/work/a/a/web/package.json'],
    type: 'config_error',
    before: { 'package.json': '{"a":1,}\n', 'web/package.json': '{"a":1,}\n' },
    refused: /is unclear/
  },
  {
    repair: 'manifest',
    what: 'a package that cargo says was meant is asked for by its name',
    log: ['error: no matching package named `serde-jsn` found', 'perhaps you meant:      serde_json'],
    type: 'dependency_resolution',
    before: { 'Cargo.toml': '[dependencies]\nserde-jsn = "1" # texts\nserde-jsn-extra = "1"\n' },
    after: { 'Cargo.toml': '[dependencies]\nserde_json = "1" # texts\nserde-jsn-extra = "1"\n' }
  },
  {
    repair: 'manifest',
    what: 'the same name is something else outside of what is depended upon',
    log: ['error: no matching package named `serde_jso` found', 'perhaps you meant:      serde_json'],
    type: 'dependency_resolution',
    before: {
      'Cargo.toml':
        '[features]\nserde_jso = []\n[target.\'cfg(unix)\'.dev-dependencies]\nserde_jso = { version = "1" }\n[package.metadata.a]\nserde_jso = 1\n',
      'a/Cargo.toml': '[workspace.dependencies]\r\n"serde_jso" = "1"\r\n'
    },
    after: {
      'Cargo.toml':
        '[features]\nserde_jso = []\n[target.\'cfg(unix)\'.dev-dependencies]\nserde_json = { version = "1" }\n[package.metadata.a]\nserde_jso = 1\n',
      'a/Cargo.toml': '[workspace.dependencies]\r\n"serde_json" = "1"\r\n'
    }
  },
  {
    repair: 'manifest',
    what: 'a name that nothing depends upon',
    log: ['error: no matching package named `serde_jso` found', 'perhaps you meant:      serde_json'],
    type: 'dependency_resolution',
    before: { 'Cargo.toml': '[dependencies]\n\n[features]\nserde_jso = []\n' },
    refused: /depends on serde_jso by that name/
  },
  {
    repair: 'manifest',
    what: 'where a lockfile would have to follow, nothing is done',
    log: ['error: no matching package named `serde-jsn` found', 'perhaps you meant:      serde_json'],
    type: 'dependency_resolution',
    before: { 'Cargo.toml': '[dependencies]\nserde-jsn = "1"\n', 'Cargo.lock': '' },
    refused: /lockfile/
  }
]
