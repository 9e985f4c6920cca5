/** A certificate for this machine alone, made once, with openssl. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** PEM texts; the files are `cert.pem` and `key.pem`. @throws Error where there is no openssl. */
export function makeCertificate(folder: string): { cert: string; key: string } {
  const [certFile, keyFile] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')]
  if (!existsSync(certFile)) {
    const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '825']
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
    execFileSync('openssl', [...kind, ...names, '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' })
  }
  return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
}
