/** A file of a release. */
export interface ReleaseFile {
  readonly name: string
  readonly sha256: string
}

/** What a release was built from. */
export interface ReleaseOrigin {
  readonly version: string
  /** The commit of the sources, as 40 hexadecimal digits. */
  readonly commit: string
  /** SHA-256 of package-lock.json. */
  readonly lockfileSha256: string
  /** Versions of the programs that built it, by name. */
  readonly tools: Readonly<Record<string, string>>
  readonly startedAt: Date
  readonly finishedAt: Date
}

/**
 * Returns an in-toto statement with SLSA provenance v1: which files were built from which commit,
 * how and when. It is not signed.
 */
export function provenanceOf(files: readonly ReleaseFile[], origin: ReleaseOrigin): object {
  const { version, commit, lockfileSha256, tools, startedAt, finishedAt } = origin
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:backline:client-release:v1',
        externalParameters: { version },
        internalParameters: { tools },
        resolvedDependencies: [
          { name: 'sources', digest: { gitCommit: commit } },
          { name: 'package-lock.json', digest: { sha256: lockfileSha256 } },
        ],
      },
      runDetails: {
        builder: { id: 'urn:backline:npm-run-release' },
        metadata: { startedOn: startedAt.toISOString(), finishedOn: finishedAt.toISOString() },
      },
    },
  }
}
