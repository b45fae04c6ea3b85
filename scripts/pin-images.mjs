// Pins the images of deploy/compose.yaml and deploy/Dockerfile by digest: resolves each version at
// its registry and writes the digests to an env file that Compose reads. Plain JavaScript without
// dependencies, because it runs on any Node version of the build machine.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const USAGE = `Usage: node scripts/pin-images.mjs [--check] [--file PATH] [NAME=IMAGE …]
  Writes the images with their digests to deploy/.env, keeping its other lines. NAME=IMAGE uses another image
  for a name, such as POSTGRES_IMAGE=mirror.example.org/postgres:17.6. --check only verifies the file.`

const deploy = join(dirname(dirname(fileURLToPath(import.meta.url))), 'deploy')

/**
 * A name with a version and an optional digest:
 * registry.example.org:5000/path/name:version@sha256:…
 */
const REFERENCE =
  /^(?<tagged>(?:[\w.-]+(?::\d+)?\/)?[a-z\d]+(?:[._/-]+[a-z\d]+)*:(?<version>\w[\w.-]*))(?:@(?<digest>.*))?$/
const DIGEST = /^sha256:[\da-f]{64}$/

try {
  main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

function main(args) {
  const { file, isCheck, images } = parseArguments(args)
  if (isCheck) return check(file)
  const pinned = Object.entries({ ...defaultImages(), ...images }).map(([name, image]) => [
    name,
    pin(name, image),
  ])
  writeEnvFile(file, pinned)
  for (const [name, image] of pinned) process.stdout.write(`${name}=${image}\n`)
}

function parseArguments(args) {
  const images = {}
  let file = join(deploy, '.env')
  let isCheck = false
  const rest = [...args]
  while (rest.length > 0) {
    const argument = rest.shift()
    const [, name, image] = /^([A-Z]+_IMAGE)=(.*)$/.exec(argument) ?? []
    if (argument === '--check') isCheck = true
    else if (argument === '--file' && rest.length > 0) file = rest.shift()
    else if (name !== undefined && Object.hasOwn(defaultImages(), name)) images[name] = image
    else throw new Error(`Unknown argument "${argument}".\n${USAGE}`)
  }
  return { file, isCheck, images }
}

/** The images that Compose runs and builds from, by the variable that replaces each. */
function defaultImages() {
  const compose = readFileSync(join(deploy, 'compose.yaml'), 'utf8')
  const found = [...compose.matchAll(/\$\{([A-Z]+_IMAGE):-([^}]+)\}/g)]
  return Object.fromEntries(found.map(([, name, image]) => [name, image]))
}

/**
 * Returns an image with its digest. Throws when it has no version, or a digest of the wrong form.
 */
function pin(name, image) {
  const { tagged, digest } = parseReference(name, image)
  if (digest !== undefined) return image
  const found = readDigest(tagged)
  if (typeof found !== 'string' || !DIGEST.test(found)) {
    throw new Error(`${name}: the registry named no SHA-256 digest for ${tagged}.`)
  }
  return `${tagged}@${found}`
}

function parseReference(name, image) {
  const { tagged, version, digest } = REFERENCE.exec(image)?.groups ?? {}
  if (tagged === undefined || version === 'latest') {
    throw new Error(`${name}: "${image}" must be a name with a version, such as haproxy:3.2.`)
  }
  if (digest !== undefined && !DIGEST.test(digest)) {
    throw new Error(`${name}: the digest must be sha256: and 64 hexadecimal digits.`)
  }
  return { tagged, digest }
}

/** Returns the digest of the multi-platform image from the registry. */
function readDigest(tagged) {
  const inspect = ['buildx', 'imagetools', 'inspect', tagged, '--format', '{{json .Manifest}}']
  return JSON.parse(execFileSync('docker', inspect, { encoding: 'utf8' })).digest
}

/**
 * Replaces the lines of these images in the file and keeps the others. Writes all of them or none.
 */
function writeEnvFile(file, pinned) {
  const names = new Set(pinned.map(([name]) => name))
  const others = readLines(file).filter((line) => !names.has(line.split('=')[0]))
  const lines = [...others, ...pinned.map(([name, image]) => `${name}=${image}`)]
  writeFileSync(`${file}.new`, `${lines.join('\n')}\n`)
  renameSync(`${file}.new`, file)
}

function check(file) {
  const values = new Map(
    readLines(file).map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]),
  )
  for (const name of Object.keys(defaultImages())) {
    const image = values.get(name)
    if (image === undefined || parseReference(name, image).digest === undefined) {
      throw new Error(`${name} is not pinned in ${file}. Run node scripts/pin-images.mjs.`)
    }
  }
  process.stdout.write('All images are pinned.\n')
}

function readLines(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
}
