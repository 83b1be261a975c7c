// Docker and registries, Kubernetes, Helm, Terraform, clouds.
import type { RulePack } from './rule.js'

export const deployment: RulePack = {
  dependency_resolution: [
    {
      id: 'terraform.provider',
      weight: 6,
      role: 'symptom',
      pattern: /Error: Failed to (?:query available provider packages|install provider)/,
      example: 'Error: Failed to install provider'
    }
  ],
  docker_build: [
    {
      id: 'docker.copy',
      weight: 9.5,
      pattern:
        /failed to (?:compute cache key|calculate checksum of ref)|COPY failed: |ADD failed: |forbidden path outside the build context|failed to walk \/|"\/?[\w./*-]{1,200}": not found|lstat \/var\/lib\/docker\/tmp|no source files were specified|When using COPY with more than one source file|file not found in build context/,
      example: 'failed to solve: failed to compute cache key: "/a.sh": not found'
    },
    {
      id: 'docker.file',
      weight: 9,
      pattern:
        /failed to read dockerfile|Dockerfile parse error|dockerfile parse error|unable to prepare context|Cannot locate specified Dockerfile|failed to solve with frontend dockerfile|unknown instruction: |target stage .{0,60}could not be found|failed to create LLB definition|invalid reference format|base name \(.{0,80}\) should not be blank|no build stage in current context|failed to parse (?:stage name|platform)|circular dependency detected on stage/i,
      example: 'failed to solve: failed to read dockerfile: open Dockerfile: no such file or directory'
    },
    {
      id: 'docker.manifest',
      weight: 9,
      pattern:
        /Failed to pull image "[^"]{1,200}".{0,600}: not found|code = NotFound desc = failed to pull|manifest (?:for \S{1,150} not found|unknown)|no match for platform in manifest|no matching manifest for|: not found: manifest unknown|pull access denied for (?<package>[\w./-]{1,120})|repository does not exist or may require|failed to resolve source metadata for|exec format error|invalid from flag value|does not match the specified platform|No such image: /i,
      example: 'manifest for a/b:c not found: manifest unknown'
    },
    {
      id: 'docker.solve',
      weight: 5.5,
      role: 'symptom',
      pattern:
        /failed to solve: |executor failed running \[|The command '.{1,300}' returned a non-zero code|did not complete successfully: exit code|error building image|ERROR: Service '.{1,80}' failed to build|buildx (?:build |bake |call )?failed with|Error response from daemon: |failed to build: |error: failed to build|Error: buildah|error building at STEP|ERROR: failed to build/i,
      example: 'ERROR: failed to solve: process "/bin/sh -c make" did not complete successfully: exit code: 2'
    },
    {
      id: 'docker.cache',
      weight: 8,
      pattern:
        /Cache export is not supported for|docker exporter does not currently support|multiple platforms feature is currently not supported|error: could not lock|failed to register layer|failed to export|error from sender: |max depth exceeded|failed to load cache key/i,
      example: 'ERROR: Cache export is not supported for the docker driver.'
    }
  ],
  auth_permission: [
    {
      id: 'docker.auth',
      weight: 9.5,
      pattern:
        /denied: (?:requested access to the resource|permission_denied|installation not allowed|.{0,60}not allowed|Permission)|unauthorized: (?:authentication|incorrect|access|HTTP)|no basic auth credentials|error: failed to authorize|failed to authorize: |insufficient_scope|push access denied|Error: Username and password required|incorrect username or password|Error: Cannot perform an interactive login|unexpected status.{1,200}: 40[13] /i,
      example: 'denied: requested access to the resource is denied'
    },
    {
      id: 'cloud.auth',
      weight: 9.5,
      pattern:
        /Not authorized to perform sts|AccessDenied(?:Exception)?\b|UnauthorizedOperation|InvalidClientTokenId|ExpiredToken|SignatureDoesNotMatch|Unable to locate credentials|Credentials could not be loaded|NoCredentialProviders|AuthorizationFailed|AADSTS\d{4,7}|InvalidAuthenticationToken|PERMISSION_DENIED|Could not load the default credentials|google-github-actions\/auth failed|is not authorized to perform|does not have .{1,60} access|User: arn:aws:|Error: Could not assume role|No valid credential sources found|error: You must be logged in to the server|forbidden: User "|cannot \w{3,12} resource ".{1,60}" in API group|Please run 'az login'|Login failed with Error|Authentication failed against|authentication required|InvalidAccessKeyId|Error: Resource not accessible|insufficient authentication scopes|caller does not have permission/i,
      example:
        'Error: Could not assume role with OIDC: Not authorized to perform sts:AssumeRoleWithWebIdentity'
    }
  ],
  config_error: [
    {
      id: 'kube.config',
      weight: 8.5,
      pattern:
        /error validating data: |ValidationError\((?:Deployment|Service|Pod|Ingress)|error: unable to recognize|no matches for kind "|Error: (?:INSTALLATION|UPGRADE) FAILED: (?!timed out|context)|execution error at \(|error converting YAML to JSON|YAML parse error on|cannot re-use a name that is still in use|another operation \(install\/upgrade\/rollback\) is in progress|nil pointer evaluating interface|chart requires kubeVersion|The Deployment "\S{1,80}" is invalid|error: the namespace from the provided object|spec\.\w{1,80}: (?:Invalid value|Required value|Forbidden)/,
      example: 'Error: UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress'
    },
    {
      id: 'terraform.config',
      weight: 8.5,
      pattern:
        /Error: (?:Unsupported (?:argument|block type|attribute|Terraform Core version)|Missing required argument|Invalid (?:reference|value for|function argument|index|provider|template)|Reference to undeclared|Inconsistent dependency lock file|Backend (?:initialization required|configuration changed)|Duplicate \w{3,20}|Module not installed|Argument or block definition required|No value for required variable|Error acquiring the state lock|Cycle:|Provider configuration not present|Invalid for_each argument)|Error acquiring the state lock/,
      example: 'Error: Unsupported argument'
    },
    {
      id: 'compose.config',
      weight: 8,
      pattern:
        /compose\.ya?ml.{0,60}(?:is invalid|Unsupported|mapping|undefined)|Additional property \w{1,60} is not allowed|services\.\w{1,60}\b.{0,60}(?:must be|undefined|not allowed)|no configuration file provided: not found|service ".{1,60}" (?:depends on undefined|refers to undefined)|port is already allocated|address already in use|EADDRINUSE|docker-compose: command not found|network .{1,60} declared as external, but could not be found|dependency failed to start|container .{1,80} is unhealthy/i,
      example: 'Bind for 0.0.0.0:5432 failed: port is already allocated'
    }
  ],
  runner_infra: [
    {
      id: 'docker.daemon',
      weight: 8.5,
      pattern:
        /Cannot connect to the Docker daemon|Is the docker daemon running|dial unix \/var\/run\/docker\.sock|failed to dial gRPC|failed to receive status: rpc error|error during connect: |could not connect to (?:the )?docker|buildkitd.{0,60}(?:failed|exited)|OCI runtime (?:create|exec) failed: .{0,150}(?:timeout|resource temporarily)|Docker pull failed with exit code|Docker start fail with exit code|error reading from server: EOF|closing transport due to: connection error/i,
      example:
        'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?'
    }
  ]
}
