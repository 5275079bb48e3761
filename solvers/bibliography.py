"""What the docstrings of this package cite: each work once, by a short key.

A docstring names works by their keys in a section "References", a key per line, where needed with
the place after a colon ("sparse-models: eq. (20)"); `solvers.docstrings` writes the rest.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Work:
    """Authors (or none), title and year (or none) of a work, where it appeared, its doi, and the
    name of the source file that holds its text."""

    authors: str
    title: str
    year: int | None
    where: str = ""
    doi: str = ""
    file: str = ""

    def __str__(self) -> str:
        """One sentence: authors (year). Title. Where. doi. File."""
        year = f"({self.year})" if self.year else ""
        head = " ".join(part for part in (self.authors, year) if part)
        doi, file = f"doi:{self.doi}" if self.doi else "", f"File {self.file}" if self.file else ""
        return ". ".join(part for part in (head, self.title, self.where, doi, file) if part) + "."


#: key -> work. The first five are the sources of the lessons.
WORKS = {
    "harris-1973": Work(
        "Harris, P. M. J.",
        "Pivot selection methods of the Devex LP code",
        1973,
        "Mathematical Programming 5, 1-28",
        "10.1007/BF01580108",
    ),
    "triplets": Work(
        "Nguyen, B., Morell, C., De Baets, B.",
        "Un método eficiente para resolver un problema de programación cuadrática derivado del "
        "aprendizaje de funciones de distancia",
        2015,
        file="000_291dc1e5a69c06b5.txt",
    ),
    "low-cost": Work(
        "Guevara Mendoza, E. J.",
        "Algoritmo de puntos interiores de bajo costo aplicado al problema de máquinas de soporte "
        "vectorial",
        2013,
        "Universidad Simón Bolívar",
        file="001_f12148ddf98c114b.txt",
    ),
    "sparse-models": Work(
        "",
        "Методы оптимизации для разреженных линейных моделей",
        None,
        "Lecture notes without a name or a year",
        file="002_8a6384496e3a9cf3.txt",
    ),
    "sparse-metrics": Work(
        "Liu, W., Ma, S., Tao, D., Liu, J., Liu, P.",
        "Semi-supervised sparse metric learning using alternating linearization optimization",
        2010,
        "KDD",
        file="003_d968a502af9b2788.txt",
    ),
    "mi-odm": Work(
        "Zhang, T., Jin, H.",
        "Optimal margin distribution machine for multi-instance learning",
        2020,
        "IJCAI, 2383-2389; a digest in Chinese, which dates it 2021",
        file="004_0576c39cd2308ab8.txt",
    ),
    "andrews-2003": Work(
        "Andrews, S., Tsochantaridis, I., Hofmann, T.",
        "Support vector machines for multiple-instance learning",
        2003,
        "NIPS 15",
    ),
    "applegate-2021": Work(
        "Applegate, D., Díaz, M., Hinder, O., Lu, H., Lubin, M., O'Donoghue, B., Schudy, W.",
        "Practical large-scale linear programming using primal-dual hybrid gradient",
        2021,
        "NeurIPS 34",
    ),
    "andersen-1995": Work(
        "Andersen, E. D., Andersen, K. D.",
        "Presolving in linear programming",
        1995,
        "Mathematical Programming 71, 221-245",
        "10.1007/BF01586000",
    ),
    "beck-2009": Work(
        "Beck, A., Teboulle, M.",
        "A fast iterative shrinkage-thresholding algorithm for linear inverse problems",
        2009,
        "SIAM Journal on Imaging Sciences 2, 183-202",
        "10.1137/080716542",
    ),
    "bland-1977": Work(
        "Bland, R. G.",
        "New finite pivoting rules for the simplex method",
        1977,
        "Mathematics of Operations Research 2, 103-107",
        "10.1287/moor.2.2.103",
    ),
    "bland-1981": Work(
        "Bland, R. G., Goldfarb, D., Todd, M. J.",
        "The ellipsoid method: a survey",
        1981,
        "Operations Research 29, 1039-1091",
        "10.1287/opre.29.6.1039",
    ),
    "boyd-2004": Work(
        "Boyd, S., Vandenberghe, L.",
        "Convex optimization",
        2004,
        "Cambridge University Press",
    ),
    "boyd-2011": Work(
        "Boyd, S., Parikh, N., Chu, E., Peleato, B., Eckstein, J.",
        "Distributed optimization and statistical learning via the alternating direction method of "
        "multipliers",
        2011,
        "Foundations and Trends in Machine Learning 3, 1-122",
        "10.1561/2200000016",
    ),
    "chambolle-2011": Work(
        "Chambolle, A., Pock, T.",
        "A first-order primal-dual algorithm for convex problems with applications to imaging",
        2011,
        "Journal of Mathematical Imaging and Vision 40, 120-145",
        "10.1007/s10851-010-0251-1",
    ),
    "chen-2017": Work(
        "Chen, Y., Lan, G., Ouyang, Y.",
        "Accelerated schemes for a class of variational inequalities",
        2017,
        "Mathematical Programming 165, 113-149",
        "10.1007/s10107-017-1161-4",
    ),
    "dantzig-1963": Work(
        "Dantzig, G. B.",
        "Linear programming and extensions",
        1963,
        "Princeton University Press",
    ),
    "davis-2007": Work(
        "Davis, J. V., Kulis, B., Jain, P., Sra, S., Dhillon, I. S.",
        "Information-theoretic metric learning",
        2007,
        "ICML, 209-216",
        "10.1145/1273496.1273523",
    ),
    "dikin-1967": Work(
        "Dikin, I. I.",
        "Iterative solution of problems of linear and quadratic programming",
        1967,
        "Soviet Mathematics Doklady 8, 674-675",
    ),
    "duchi-2008": Work(
        "Duchi, J., Shalev-Shwartz, S., Singer, Y., Chandra, T.",
        "Efficient projections onto the l1-ball for learning in high dimensions",
        2008,
        "ICML",
        "10.1145/1390156.1390191",
    ),
    "efron-2004": Work(
        "Efron, B., Hastie, T., Johnstone, I., Tibshirani, R.",
        "Least angle regression",
        2004,
        "Annals of Statistics 32, 407-499",
        "10.1214/009053604000000067",
    ),
    "fan-2005": Work(
        "Fan, R.-E., Chen, P.-H., Lin, C.-J.",
        "Working set selection using second order information for training support vector machines",
        2005,
        "Journal of Machine Learning Research 6, 1889-1918",
    ),
    "friedman-2010": Work(
        "Friedman, J., Hastie, T., Tibshirani, R.",
        "Regularization paths for generalized linear models via coordinate descent",
        2010,
        "Journal of Statistical Software 33(1)",
        "10.18637/jss.v033.i01",
    ),
    "goffin-1992": Work(
        "Goffin, J.-L., Haurie, A., Vial, J.-P.",
        "Decomposition and nondifferentiable optimization with the projective algorithm",
        1992,
        "Management Science 38, 284-302",
        "10.1287/mnsc.38.2.284",
    ),
    "goldfarb-1983": Work(
        "Goldfarb, D., Idnani, A.",
        "A numerically stable dual method for solving strictly convex quadratic programs",
        1983,
        "Mathematical Programming 27, 1-33",
        "10.1007/BF02591962",
    ),
    "fu-2020": Work(
        "Fu, A., Zhang, J., Boyd, S.",
        "Anderson accelerated Douglas-Rachford splitting",
        2020,
        "SIAM Journal on Scientific Computing 42, A3560-A3583",
        "10.1137/19M1290097",
    ),
    "goldfarb-2013": Work(
        "Goldfarb, D., Ma, S., Scheinberg, K.",
        "Fast alternating linearization methods for minimizing the sum of two convex functions",
        2013,
        "Mathematical Programming 141, 349-382",
        "10.1007/s10107-012-0530-2",
    ),
    "gonzalez-2011": Work(
        "Gonzalez-Lima, M. D., Hager, W. W., Zhang, H.",
        "An affine-scaling interior-point method for continuous knapsack constraints with "
        "application to support vector machines",
        2011,
        "SIAM Journal on Optimization 21, 361-390",
        "10.1137/090766255",
    ),
    "goulart-2024": Work(
        "Goulart, P. J., Chen, Y.",
        "Clarabel: An interior-point solver for conic programs with quadratic objectives",
        2024,
        "arXiv:2405.12762",
    ),
    "higham-2019": Work(
        "Higham, N. J., Mary, T.",
        "A new approach to probabilistic rounding error analysis",
        2019,
        "SIAM Journal on Scientific Computing 41, A2815-A2835",
        "10.1137/18M1226312",
    ),
    "hoi-2008": Work(
        "Hoi, S. C. H., Liu, W., Chang, S.-F.",
        "Semi-supervised distance metric learning for collaborative image retrieval",
        2008,
        "CVPR",
    ),
    "hsieh-2013": Work(
        "Hsieh, C.-J., Sustik, M. A., Dhillon, I. S., Ravikumar, P., Poldrack, R. A.",
        "BIG & QUIC: sparse inverse covariance estimation for a million variables",
        2013,
        "NIPS 26",
    ),
    "hsieh-2014": Work(
        "Hsieh, C.-J., Sustik, M. A., Dhillon, I. S., Ravikumar, P.",
        "QUIC: quadratic approximation for sparse inverse covariance estimation",
        2014,
        "Journal of Machine Learning Research 15, 2911-2947",
    ),
    "lecuyer-1999": Work(
        "L'Ecuyer, P.",
        "Tables of linear congruential generators of different sizes and good lattice structure",
        1999,
        "Mathematics of Computation 68, 249-260",
        "10.1090/S0025-5718-99-00996-5",
    ),
    "lee-2007": Work(
        "Lee, H., Battle, A., Raina, R., Ng, A. Y.",
        "Efficient sparse coding algorithms",
        2007,
        "NIPS 19, 801-808",
    ),
    "lu-2024": Work(
        "Lu, H., Yang, J.",
        "Restarted Halpern PDHG for linear programming",
        2024,
        "arXiv:2407.16144",
    ),
    "mehrotra-1992": Work(
        "Mehrotra, S.",
        "On the implementation of a primal-dual interior point method",
        1992,
        "SIAM Journal on Optimization 2, 575-601",
        "10.1137/0802028",
    ),
    "nocedal-2006": Work(
        "Nocedal, J., Wright, S. J.",
        "Numerical optimization",
        2006,
        "Springer",
    ),
    "odonoghue-2015": Work(
        "O'Donoghue, B., Candès, E.",
        "Adaptive restart for accelerated gradient schemes",
        2015,
        "Foundations of Computational Mathematics 15, 715-732",
        "10.1007/s10208-013-9150-3",
    ),
    "qi-2009": Work(
        "Qi, G.-J., Tang, J., Zha, Z.-J., Chua, T.-S., Zhang, H.-J.",
        "An efficient sparse metric learning in high-dimensional space via l1-penalized "
        "log-determinant regularization",
        2009,
        "ICML, 841-848",
        "10.1145/1553374.1553482",
    ),
    "rakotomamonjy-2008": Work(
        "Rakotomamonjy, A., Bach, F., Canu, S., Grandvalet, Y.",
        "SimpleMKL",
        2008,
        "Journal of Machine Learning Research 9, 2491-2521",
    ),
    "rolfs-2012": Work(
        "Rolfs, B., Rajaratnam, B., Guillot, D., Wong, I., Maleki, A.",
        "Iterative thresholding algorithm for sparse inverse covariance estimation",
        2012,
        "NIPS 25",
    ),
    "stellato-2020": Work(
        "Stellato, B., Banjac, G., Goulart, P., Bemporad, A., Boyd, S.",
        "OSQP: an operator splitting solver for quadratic programs",
        2020,
        "Mathematical Programming Computation 12, 637-672",
        "10.1007/s12532-020-00179-2",
    ),
    "tibshirani-2012": Work(
        "Tibshirani, R., Bien, J., Friedman, J., Hastie, T., Simon, N., Taylor, J., "
        "Tibshirani, R. J.",
        "Strong rules for discarding predictors in lasso-type problems",
        2012,
        "Journal of the Royal Statistical Society B 74(2)",
        "10.1111/j.1467-9868.2011.01004.x",
    ),
    "weinberger-2009": Work(
        "Weinberger, K. Q., Saul, L. K.",
        "Distance metric learning for large margin nearest neighbor classification",
        2009,
        "Journal of Machine Learning Research 10, 207-244",
    ),
    "wen-2010": Work(
        "Wen, Z., Yin, W., Goldfarb, D., Zhang, Y.",
        "A fast algorithm for sparse reconstruction based on shrinkage, subspace optimization, and "
        "continuation",
        2010,
        "SIAM Journal on Scientific Computing 32(4), 1832-1857",
        "10.1137/090747695",
    ),
    "yuan-2012": Work(
        "Yuan, G.-X., Ho, C.-H., Lin, C.-J.",
        "An improved GLMNET for l1-regularized logistic regression",
        2012,
        "Journal of Machine Learning Research 13, 1999-2030",
    ),
}
