#!/usr/bin/env bash
# A classifier that was fitted to the classes 2 and 4 predicts the class 1.
#
# Expected: labels of two classes are any two numbers, such as the 1 and 2, or 2 and 4, of well
# known files in LIBSVM's format. `predict` gives one of `classes_`, and a positive decision value
# means the second of them.
# What happens: Cyanure logs that the labels "have been converted", fits well, has the right
# `classes_` and decision values, and on the way back only gives the first class its name: the
# second is 1, whatever it is called. With 1 and 2 all rows are of class 1, and `score` is one
# half for four rows on their right sides. The labels 0 and 1, and words, come back right.
# Version: cyanure 1.2.2, scikit-learn 1.9.1.
# Source: Cyanure documentation, `Classifier`, `predict` and `decision_function`, by which
# a positive value means `classes_[1]`; cyanure/estimators.py, `Classifier.predict`; scikit-learn
# glossary, `predict`, a classifier's target space.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q \
    'numpy==2.4.6' 'scipy==1.17.1' 'scikit-learn==1.9.1' 'cyanure==1.2.2'

expected=$(
    cat <<'OUTPUT'
classes 0, 1: signs -1 -1 1 1, predicted 0 0 1 1, score 1.0
classes 1, 2: signs -1 -1 1 1, predicted 1 1 1 1, score 0.5
classes 2, 4: signs -1 -1 1 1, predicted 2 2 1 1, score 0.5
classes no, yes: signs -1 -1 1 1, predicted no no yes yes, score 1.0
scikit-learn, classes 2, 4: predicted 2 2 4 4, score 1.0
OUTPUT
)
output=$(
    cd "$folder" && venv/bin/python - <<'PYTHON'
import logging

import numpy as np
from cyanure.estimators import Classifier
from sklearn.linear_model import LogisticRegression

logging.disable(logging.CRITICAL)
X = np.array([[-2.0, 1.0], [-1.0, 0.0], [1.0, 0.0], [2.0, 1.0]])
for pair in ((0, 1), (1, 2), (2, 4), ("no", "yes")):
    labels = np.repeat(pair, 2)
    model = Classifier(loss="logistic", penalty="l2", lambda_1=0.1, verbose=False)
    model.fit(X, labels)
    names = ", ".join(map(str, model.classes_))
    signs = " ".join(f"{sign:.0f}" for sign in np.sign(model.decision_function(X)))
    predicted = " ".join(map(str, model.predict(X)))
    score = model.score(X, labels)
    print(f"classes {names}: signs {signs}, predicted {predicted}, score {score:.1f}")
labels = np.repeat((2, 4), 2)
model = LogisticRegression().fit(X, labels)
predicted = " ".join(map(str, model.predict(X)))
print(f"scikit-learn, classes 2, 4: predicted {predicted}, score {model.score(X, labels):.1f}")
PYTHON
)

printf '%s\n' "$output"
if [ "$output" != "$expected" ]; then
    printf 'changed, before it was:\n%s\n' "$expected" >&2
    exit 1
fi
