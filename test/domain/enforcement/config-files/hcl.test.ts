import t from 'tap'
import { foundIn } from './found.js'

const hcl = (text: string) => foundIn('main.tf', text)

const VALID = String.raw`terraform {
  required_providers { aws = { source = "hashicorp/aws", version = "~> 5.0" } }
}

# one line
// another
/* and
   more */
variable "names" {
  type    = list(object({ name = string, tags = optional(map(string), {}) }))
  default = []
}

locals {
  port   = var.tls ? 443 : 80
  ids    = aws_instance.web.*.id
  first  = aws_instance.web[0].id
  all    = aws_instance.web[*].private_ip
  legacy = aws_instance.web.0.id
  sum    = -1 + 2 * (3 % 2) >= 1.5e3 && !false || null == true
  map    = { for k, v in var.names : k => upper(v)... if v != "" }
  list   = [
    for name in var.names : {
      name  = name
      "key" = "a${'$'}{name}b"
      (name) : 1
    } if name != "x"
  ]
  called = provider::aws::arn_parse(join("-", ["a", "b"]...))
  text   = "a \"quoted\" ${'$'}${'$'}{literal} ${'$'}{var.a == "b" ? "c" : jsonencode({ d = "${'$'}{e}" })} %{ if x }y%{ else }z%{ endif ~}"
  lines  = <<-EOT
    echo ${'$'}{var.a}
    %{ for n in var.names ~}
    EOT not yet
    %{ endfor ~}
  EOT
  calls  = format(<<EOT
a "b" { [
EOT
  )
  empty  = ""
}

resource "aws_instance" "web" {
  for_each = toset(var.names)
  provisioner "local-exec" { command = "echo" }
  dynamic "ebs" {
    for_each = var.disks
    content { size = ebs.value }
  }
  lifecycle { ignore_changes = [tags["a"], ami] }
}
output größe { value = 1 }
`

t.test('HCL as repositories have it is valid', async (t) => {
  t.same(hcl(VALID), [])
  t.same(hcl(VALID.replaceAll('\n', '\r\n')), [])
  t.same(hcl(VALID.trimEnd()), [])
  t.same(hcl(''), [])
})

t.test('the first fault is told where it is', async (t) => {
  const faults: Record<string, string> = {
    'resource "a" "b" {\n  c = 1\n': '1:18',
    'a = [1, 2\nb = 3\n': '2:1',
    'a = "b\n': '1:5',
    'a = <<EOT\nb\n': '1:5',
    'a = f(1]\n': '1:8',
    'a =\n': '1:4',
    'a = 1 +\n': '1:8',
    'a = 1 2\n': '1:7',
    'a = ["b" "c"]\n': '1:10',
    'a = b = c\n': '1:7',
    'a "b"\n': '1:6',
    'a "b" = 1\n': '1:7',
    '}\n': '1:1',
    '= 1\n': '1:1',
    'a = §\n': '1:5',
    '/* a\n': '1:1',
    'a == 1\n': '1:3',
    'a = "${b"\n': '1:9'
  }
  for (const [text, place] of Object.entries(faults)) t.same(hcl(text), [`error hcl_syntax ${place}`], text)
})

t.test('a file of variables has arguments alone', async (t) => {
  t.same(foundIn('prod.tfvars', 'a = "b"\ntags = {\n  c = "d"\n  e : 1\n}\n'), [])
  t.same(foundIn('prod.tfvars', 'tags {\n  a = 1\n}\n'), ['error hcl_syntax 1:6'])
})
