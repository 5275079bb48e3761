#!/usr/bin/env bash
# Two sparse matrices that are equal give two support vector machines.
#
# Expected: entries of a sparse matrix at the same place are one entry, their sum. Counts of words
# that are written down word by word have such entries, as in SciPy's own example: a text with one
# word three times is (3, 0). An estimator that takes such matrices sums them, or refuses.
# What happens: scikit-learn lets them pass, and each estimator does what its loop does. The kernel
# of SVC pairs single entries, so that (3, 0)'(3, 0) is 3 and the machine another one, without a
# warning; `normalize` and `StandardScaler` square single entries: a row is longer than 1, the
# deviation of a column is that of ones. LinearSVC adds up and is right. After `sum_duplicates` all
# of them are.
# Version: scikit-learn 1.9.1, scipy 1.17.1.
# Source: SciPy reference, `csr_array`, example of a term-document matrix, and "Sparse arrays" in
# the user guide, canonical formats; scipy issue 5807, on what code makes of repeated entries;
# scikit-learn reference, `SVC.fit`, X, and `normalize`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'scikit-learn==1.9.1'

expected=$(
    cat <<'OUTPUT'
entries that differ: 0
word by word: 18 entries, SVC 1.000, LinearSVC 1.818, length 1.581, deviation 1.000
summed: 10 entries, SVC 2.333, LinearSVC 1.818, length 1.000, deviation 1.155
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python -W error - <<'PYTHON'
import numpy as np
from scipy import sparse
from sklearn.preprocessing import StandardScaler, normalize
from sklearn.svm import SVC, LinearSVC

words = ["good good good fair", "good poor", "fair fair fair", "poor poor fair", "good good"]
words.append("fair poor poor poor")
labels = np.array([1, 1, -1, -1, 1, -1])
terms = ["good", "fair", "poor"]
places = [terms.index(word) for text in words for word in text.split()]
ends = np.cumsum([0] + [len(text.split()) for text in words])
parts = np.ones(len(places)), np.array(places, np.int32), ends.astype(np.int32)
counts = sparse.csr_array(parts, shape=(6, 3))
summed = counts.copy()
summed.sum_duplicates()
print("entries that differ:", (counts != summed).nnz)
for name, X in (("word by word", counts), ("summed", summed)):
    kernel = SVC(kernel="linear", tol=1e-8).fit(X, labels)
    linear = LinearSVC(tol=1e-8, max_iter=100_000).fit(X, labels)
    length = np.linalg.norm(normalize(X).toarray()[0])
    deviation = StandardScaler(with_mean=False).fit(X).scale_[0]
    print(f"{name}: {X.nnz} entries, SVC {kernel.decision_function(X[:1])[0]:.3f}", end=", ")
    print(f"LinearSVC {linear.decision_function(X[:1])[0]:.3f}", end=", ")
    print(f"length {length:.3f}, deviation {deviation:.3f}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
