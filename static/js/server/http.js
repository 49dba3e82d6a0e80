/** The REST API for pages and table: JSON out, JSON in, and every failure one kind of error with a code. */

/** What the server refused, or that it could not be reached (`offline`). */
class ApiError extends Error {
  /** @param {string} code @param {number} status @param {Record<string, unknown>} [details] */
  constructor(code, status, details = {}) {
    super(code);
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/**
 * Ask the server; throws an ApiError for anything but success.
 * @param {string} method @param {string} path @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function call(method, path, body) {
  const response = await reach(path, {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const answer = response.status === 204 ? null : await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(answer?.code ?? "unknown", response.status, answer?.details);
  return answer;
}

/** What stands at an address, as it was written. @param {string} path */
export async function readText(path) {
  const response = await reach(path, {});
  if (!response.ok) throw new ApiError("unknown", response.status);
  return response.text();
}

/**
 * A room's page says which room it is: where several processes serve, the one that keeps its game answers.
 * @param {string} path @param {RequestInit} request
 */
async function reach(path, request) {
  const room = /^\/r\/([^/]+)/.exec(globalThis.location?.pathname)?.[1];
  try {
    return await fetch(
      path,
      room ? { ...request, headers: { ...request.headers, "Terrahedron-Room": room } } : request,
    );
  } catch {
    throw new ApiError("offline", 0);
  }
}

/** A nonce for the deal: 128 bits of this browser's own chance, as the record wants them. */
export function makeNonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
