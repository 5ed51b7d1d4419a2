// What the service worker needs to answer in the name of this device. The cookie it has by itself, but the key stands
// in the page's local storage, which a worker cannot read: the page leaves a copy where both can. Scripts of this
// origin can read either place, so nobody can do more by it than before.

import type { Scope } from "@/api/generated";

const DATABASE = "pilothouse";
const STORE = "devices";

export interface Credentials {
  key: string;
  /** What this device may do; the host judges by its own record. */
  scope: Scope;
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result as T);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** Keeps the credentials for the host at this address: one origin can have several, below different paths. */
export const keepCredentials = (host: string, credentials: Credentials) =>
  within<void>("readwrite", (store) => store.put(credentials, host));

export const readCredentials = (host: string) =>
  within<Credentials | undefined>("readonly", (store) => store.get(host));

export const dropCredentials = (host: string) => within<void>("readwrite", (store) => store.delete(host));
